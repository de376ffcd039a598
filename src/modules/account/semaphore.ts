import { UnavailableError } from '../../domain/errors';

const RETRY_AFTER_SECONDS = 2;

/** Limits concurrency. Excess calls queue in FIFO order, with a priority queue; the normal queue is bounded. */
export class Semaphore {
  private readonly priorityQueue: (() => void)[] = [];
  private readonly normalQueue: (() => void)[] = [];
  private active = 0;

  constructor(
    private readonly capacity: number,
    private readonly maxQueued: number,
  ) {}

  /** @throws UnavailableError when the normal queue is full */
  async run<Result>(work: () => Promise<Result>, { hasPriority = false } = {}): Promise<Result> {
    if (this.active < this.capacity) this.active += 1;
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
    if (queue === this.normalQueue && queue.length >= this.maxQueued) {
      throw new UnavailableError(
        `Too many sign-ins are in progress. Retry in ${RETRY_AFTER_SECONDS} s.`,
        RETRY_AFTER_SECONDS,
      );
    }
    await new Promise<void>((resolve) => queue.push(resolve));
  }
}
