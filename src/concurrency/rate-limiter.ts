import { setTimeout as delay } from 'node:timers/promises';

/** Limits the rate of calls: spaces them evenly, without bursts. */
export class RateLimiter {
  private next = 0;

  constructor(private readonly perSecond: number) {}

  /** Resolves when the caller may proceed, in the order of calls. */
  async wait(): Promise<void> {
    if (!Number.isFinite(this.perSecond)) return;
    const now = performance.now();
    const start = Math.max(now, this.next);
    this.next = start + 1000 / this.perSecond;
    if (start > now) await delay(start - now);
  }
}
