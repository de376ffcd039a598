import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { InvalidError } from '../../domain/errors';
import { DEEPEST_JSON, isTooDeep } from '../json-depth';

/**
 * Parsers for the bodies that the API takes, up to `maxBytes`. A body that is absent or empty counts as `{}`: clients
 * send PATCH with none, and GET with a content type and nothing behind it.
 */
export function bodyParsers(maxBytes: number): RequestHandler[] {
  return [
    express.json({ limit: maxBytes, strict: false }),
    express.urlencoded({ limit: maxBytes, extended: false }),
    limitDepth,
  ];
}

function limitDepth(request: Request, _response: Response, next: NextFunction): void {
  const body: unknown = request.body;
  if (body === undefined) request.body = {};
  else if (isTooDeep(body)) {
    next(new InvalidError(`The JSON nests deeper than ${DEEPEST_JSON} levels; make it flatter.`));
    return;
  }
  next();
}
