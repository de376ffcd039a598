interface Queue {
  tail: Promise<unknown>;
  length: number;
}

export interface KeyedMutexLimits {
  readonly maxQueued: number;
  /** Creates the error for excess work from the number of running and queued calls of its key. */
  readonly queueFull: (count: number) => Error;
}

/** Serialises work per key within the process, in FIFO order. Without limits, queues are unbounded. */
export class KeyedMutex {
  private readonly queues = new Map<number, Queue>();

  constructor(private readonly limits?: KeyedMutexLimits) {}

  /** Rejects when `work` does, or with `queueFull`; later work runs nevertheless. */
  async runExclusive<Result>(key: number, work: () => Promise<Result>): Promise<Result> {
    const queue = this.queues.get(key) ?? { tail: Promise.resolve(), length: 0 };
    if (this.limits !== undefined && queue.length > this.limits.maxQueued)
      throw this.limits.queueFull(queue.length);
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

  /** Whether work of the key is running or queued. */
  isBusy(key: number): boolean {
    return this.queues.has(key);
  }

  /** Keys with running or queued work. */
  get size(): number {
    return this.queues.size;
  }
}
