import type { NextFunction, Request, Response } from 'express';
import { NotFoundError } from '../domain/errors';

const HEALTH_ROUTES = /^\/(health\/(live|ready)|metrics)$/;

/** With ROLE=worker a process runs jobs and serves health checks and metrics only. */
export function serveHealthRoutesOnly(request: Request, _response: Response, next: NextFunction): void {
  next(HEALTH_ROUTES.test(request.path) ? undefined : new NotFoundError());
}
