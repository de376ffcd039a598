import type { Server } from 'node:net';
import { Injectable } from '@nestjs/common';

const SATURATED_AFTER_ITERATIONS = 16;

/**
 * Detects connections that queue in the accept backlog. libuv (since 1.45) accepts one connection per loop iteration, so
 * iterations that each accept one mean that more are waiting, and each iteration must then be short.
 */
@Injectable()
export class AcceptBacklog {
  private iterations = 0;
  private hasAccepted = false;
  private isWatching = false;

  get isSaturated(): boolean {
    return this.iterations >= SATURATED_AFTER_ITERATIONS;
  }

  watch(server: Pick<Server, 'on'>): void {
    server.on('connection', () => {
      this.hasAccepted = true;
      if (this.isWatching) return;
      this.isWatching = true;
      setImmediate(() => this.endIteration());
    });
  }

  /** Runs in each iteration until one accepts no connection: an idle process has no timer. */
  private endIteration(): void {
    this.iterations = this.hasAccepted ? this.iterations + 1 : 0;
    this.isWatching = this.hasAccepted;
    this.hasAccepted = false;
    if (this.isWatching) setImmediate(() => this.endIteration());
  }
}
