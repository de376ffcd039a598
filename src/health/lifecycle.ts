import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { UnavailableError } from '../domain/errors';

/** Whether the process takes requests, or is on its way out. */
@Injectable()
export class Lifecycle {
  private stopping = false;

  /** From now on the process is not ready, so that a load balancer looks elsewhere while requests are finished. */
  stop(): void {
    this.stopping = true;
  }

  /** @throws UnavailableError once the process is stopping */
  assertOpen(): void {
    if (this.stopping) throw new UnavailableError('The service is stopping.');
  }

  /** Express middleware: who is answered while the process stops is asked to come back on another connection. */
  readonly sayGoodbye = (_request: Request, response: Response, next: NextFunction): void => {
    if (this.stopping) response.setHeader('Connection', 'close');
    next();
  };
}
