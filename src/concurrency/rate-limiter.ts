import { setTimeout as delay } from 'node:timers/promises';

/** Monotonic clock, in milliseconds. */
export interface RateClock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const SYSTEM: RateClock = { now: () => performance.now(), sleep: (ms) => delay(ms) };

/** Limits the rate of calls: spaces them evenly, without bursts. */
export class RateLimiter {
  private next = 0;

  constructor(
    private readonly perSecond: number,
    private readonly clock = SYSTEM,
  ) {}

  /** Resolves when the caller may proceed, in the order of calls. */
  async wait(): Promise<void> {
    if (!Number.isFinite(this.perSecond)) return;
    const now = this.clock.now();
    const start = Math.max(now, this.next);
    this.next = start + 1000 / this.perSecond;
    if (start > now) await this.clock.sleep(start - now);
  }
}
