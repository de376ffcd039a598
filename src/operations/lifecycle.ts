import { Injectable } from '@nestjs/common';
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
}
