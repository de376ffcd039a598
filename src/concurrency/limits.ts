import { setTimeout as delay } from 'node:timers/promises';

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

/** Runs `work` for each item with limited concurrency. @throws the first error, once all workers have settled */
export async function forEachConcurrent<Item>(
  items: AsyncIterator<Item>,
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    try {
      for (let next = await items.next(); next.done !== true && !hasFailed; next = await items.next())
        await work(next.value);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const results = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

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
