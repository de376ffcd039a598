import type { NextFunction, Request, Response } from 'express';
import { GoneError } from '../../domain/errors';
import { sentenceAboutRemoved } from './removed-routes';

/**
 * Answers 410 for every verb on a path of the first version (decision 5), before anybody asks who the caller is: a
 * script that was left behind hears where its route went, also when its token is long gone (contract-assets 0.3).
 */
export function refuseRemovedRoutes(request: Request, _response: Response, next: NextFunction): void {
  const sentence = sentenceAboutRemoved(request.path);
  next(sentence === undefined ? undefined : new GoneError(sentence));
}
