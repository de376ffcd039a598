import type { NextFunction, Request, Response } from 'express';
import { NotFoundError } from '../domain/errors';

const OPERATORS = /^\/(health\/(live|ready)|metrics)$/;

/** With ROLE=worker a process does jobs; it answers those who watch it and nobody else. */
export function openForOperatorsOnly(request: Request, _response: Response, next: NextFunction): void {
  next(OPERATORS.test(request.path) ? undefined : new NotFoundError());
}
