/** Saturates the database and one CPU while latency stays low. */
const MAX = 32;
/** Keeps the database busy while requests wait for it. */
const MIN = 8;
/** Longer requests, while others queue, mean that concurrency only divides the CPU among more of them. */
const TARGET_MS = 500;
const DECREASE = 0.98;

/**
 * Concurrency limit that adapts to the time requests take while others queue (additive increase, multiplicative
 * decrease). Throughput stays the same; waiting moves to the queue, where it ends by its timeout.
 */
export class ConcurrencyLimit {
  private limit = MAX;

  get current(): number {
    return Math.floor(this.limit);
  }

  /** @param milliseconds from the start of a request to its release */
  record(milliseconds: number, { hasQueue }: { hasQueue: boolean }): void {
    if (!hasQueue) this.limit = MAX;
    else if (milliseconds > TARGET_MS) this.limit = Math.max(MIN, this.limit * DECREASE);
    else this.limit = Math.min(MAX, this.limit + 1 / this.limit);
  }
}
