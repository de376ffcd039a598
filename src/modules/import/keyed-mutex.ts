interface Queue {
  tail: Promise<unknown>;
  length: number;
}

/** Keyed mutex: serialises work per key, in FIFO order, with a limited queue per key. */
export class KeyedMutex {
  private readonly queues = new Map<number, Queue>();

  /** @param queueFull creates the error for excess work from the number of running and queued calls of its key */
  constructor(
    private readonly maxQueued: number,
    private readonly queueFull: (count: number) => Error,
  ) {}

  /** Rejects when `work` does, or with `queueFull`. */
  async runExclusive<Result>(key: number, work: () => Promise<Result>): Promise<Result> {
    const queue = this.queues.get(key) ?? { tail: Promise.resolve(), length: 0 };
    if (queue.length > this.maxQueued) throw this.queueFull(queue.length);
    this.queues.set(key, queue);
    queue.length += 1;
    const result = queue.tail.then(work);
    queue.tail = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      queue.length -= 1;
      if (queue.length === 0) this.queues.delete(key);
    }
  }
}
