import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { hasReplayed } from './replica-position.query';

const POLL_INTERVAL_MS = 10;
/** Reads go to the primary for this long after a replica was too far behind, or failed. */
const SUSPENSION_MS = { behind: 1_000, failed: 5_000 } as const;

/** One replica with its connections. */
export class Replica<Connection extends Pick<Pool, 'query'> = Pool> {
  private suspendedUntil = 0;

  /** @param name host and port */
  constructor(
    readonly name: string,
    readonly pool: Connection,
  ) {}

  get isSuspended(): boolean {
    return performance.now() < this.suspendedUntil;
  }

  suspend(reason: keyof typeof SUSPENSION_MS): void {
    this.suspendedUntil = performance.now() + SUSPENSION_MS[reason];
  }

  /** Waits until the replica has replayed a position. @returns false if it does not in time, or fails; it is then suspended */
  async reaches(position: string, maxLagMs: number): Promise<boolean> {
    const deadline = performance.now() + maxLagMs;
    try {
      while (!(await hasReplayed(this.pool, position))) {
        if (performance.now() >= deadline) {
          this.suspend('behind');
          return false;
        }
        await pause(POLL_INTERVAL_MS);
      }
      return true;
    } catch {
      this.suspend('failed');
      return false;
    }
  }
}
