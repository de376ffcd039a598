import type { Server } from 'node:net';
import { Injectable } from '@nestjs/common';

/** So many rounds in a row that each let somebody in: others stand behind. */
const ROUNDS_OF_A_CROWD = 16;

/**
 * Whether connections stand in line to be let in. A round of the event loop lets one in (libuv since 1.45): the last of a
 * crowd is let in after as many rounds as there are others, and hears nothing before, so each round must be short.
 */
@Injectable()
export class Arrivals {
  private rounds = 0;
  private hasCome = false;
  private isWatching = false;

  get areCrowded(): boolean {
    return this.rounds >= ROUNDS_OF_A_CROWD;
  }

  watch(server: Pick<Server, 'on'>): void {
    server.on('connection', () => {
      this.hasCome = true;
      if (this.isWatching) return;
      this.isWatching = true;
      setImmediate(() => this.endRound());
    });
  }

  /** Watches until a round goes by in which nobody came. */
  private endRound(): void {
    this.rounds = this.hasCome ? this.rounds + 1 : 0;
    this.isWatching = this.hasCome;
    this.hasCome = false;
    if (this.isWatching) setImmediate(() => this.endRound());
  }
}
