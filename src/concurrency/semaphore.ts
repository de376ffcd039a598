export interface SemaphoreLimits {
  readonly maxConcurrent: number;
  readonly maxQueued: number;
  /** Creates the error for calls that find the queue full. */
  readonly queueFull: () => Error;
}

/** Limits concurrency. Excess calls queue in FIFO order, with a priority queue; the normal queue is bounded. */
export class Semaphore {
  private readonly priorityQueue: (() => void)[] = [];
  private readonly normalQueue: (() => void)[] = [];
  private active = 0;

  constructor(private readonly limits: SemaphoreLimits) {}

  /** Rejects when `work` does, or with `queueFull`. */
  async run<Result>(work: () => Promise<Result>, { hasPriority = false } = {}): Promise<Result> {
    if (this.active < this.limits.maxConcurrent) this.active += 1;
    else await this.waitForSlot(hasPriority ? this.priorityQueue : this.normalQueue);
    try {
      return await work();
    } finally {
      // Hands the slot to the next waiter instead of releasing it, so that no new call overtakes.
      const next = this.priorityQueue.shift() ?? this.normalQueue.shift();
      if (next === undefined) this.active -= 1;
      else next();
    }
  }

  private async waitForSlot(queue: (() => void)[]): Promise<void> {
    if (queue === this.normalQueue && queue.length >= this.limits.maxQueued) throw this.limits.queueFull();
    await new Promise<void>((resolve) => queue.push(resolve));
  }
}
