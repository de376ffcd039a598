import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { UnavailableError } from '../domain/errors';

/** Readiness of the process: ready until shutdown begins. */
@Injectable()
export class Readiness {
  private stopping = false;

  /** Fails readiness, so that load balancers send no more requests while open ones finish. */
  beginShutdown(): void {
    this.stopping = true;
  }

  /** @throws UnavailableError once the process is stopping */
  assertReady(): void {
    if (this.stopping) throw new UnavailableError('The service is stopping. Retry.');
  }

  /** Express middleware: during shutdown each response closes its connection. */
  readonly closeConnections = (_request: Request, response: Response, next: NextFunction): void => {
    if (this.stopping) response.setHeader('Connection', 'close');
    next();
  };
}
