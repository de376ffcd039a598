/** Processes a batch. An item may settle later than the others: its outcome may be a promise. */
export type SendBatch<Item, Outcome> = (
  batch: readonly Item[],
) => Promise<readonly (Outcome | Promise<Outcome>)[]>;

export interface BatcherLimits {
  readonly maxConcurrent: number;
  readonly maxBatchSize: number;
  /** Batches in flight for longer no longer count against `maxConcurrent`. */
  readonly slowBatchMs: number;
}

/** For statements: two concurrent ones keep the database busy while the next batch fills. */
export const STATEMENT_LIMITS: BatcherLimits = { maxConcurrent: 2, maxBatchSize: 16, slowBatchMs: 250 };

interface QueuedItem<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome | Promise<Outcome>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Adaptive batching. Sends at once while fewer than `maxConcurrent` batches are in flight; otherwise items queue and the
 * next batch takes them together. No artificial delay: batches grow with load.
 */
export class Batcher<Item, Outcome> {
  private inFlight = 0;
  private queue: QueuedItem<Item, Outcome>[] = [];

  constructor(
    private readonly send: SendBatch<Item, Outcome>,
    private readonly limits: BatcherLimits,
  ) {}

  add(item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.queue.push({ item, resolve, reject });
      if (this.inFlight < this.limits.maxConcurrent) this.sendBatch();
    });
  }

  private sendBatch(): void {
    const batch = this.queue.splice(0, this.limits.maxBatchSize);
    if (batch.length === 0) return;
    let isCounted = true;
    const release = (): void => {
      if (isCounted) this.inFlight -= 1;
      isCounted = false;
    };
    this.inFlight += 1;
    const timer = setTimeout(() => {
      release();
      // A lock that blocks this batch may block all: send the queue instead of waiting.
      while (this.queue.length > 0) this.sendBatch();
    }, this.limits.slowBatchMs);
    void this.deliver(batch).finally(() => {
      clearTimeout(timer);
      release();
      if (this.inFlight < this.limits.maxConcurrent) this.sendBatch();
    });
  }

  private async deliver(batch: readonly QueuedItem<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.send(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(outcomes[index]!));
      await Promise.allSettled(outcomes);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
