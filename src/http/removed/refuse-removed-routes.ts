import type { NextFunction, Request, Response } from 'express';
import { GoneError } from '../../domain/errors';
import { removedRouteMessage } from './removed-routes';

/**
 * Responds 410 to every method on a V1 path (decision 5), before authentication: a script with an expired token still
 * learns which route replaces it (contract-assets 0.3).
 */
export function refuseRemovedRoutes(request: Request, _response: Response, next: NextFunction): void {
  const message = removedRouteMessage(request.path);
  next(message === undefined ? undefined : new GoneError(message));
}
