import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { InvalidError } from '../../domain/errors';

/** Deeper JSON than this is an attack: no form and no filter nests so far. */
const DEEPEST = 100;

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
  else if (isDeeperThan(body, DEEPEST)) {
    next(new InvalidError(`The JSON nests deeper than ${DEEPEST} levels; make it flatter.`));
    return;
  }
  next();
}

/** Level by level and without recursion, which the depth itself would overflow. */
function isDeeperThan(value: unknown, most: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? (Object.values(each) as unknown[]) : [],
    );
  }
  return false;
}
