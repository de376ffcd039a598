import { Injectable } from '@nestjs/common';
import { type QueuedPriority, QUEUED_PRIORITIES } from '../authorization/policy';
import { RequestAbortedError, UnavailableError } from '../domain/errors';
import { AcceptBacklog } from './accept-backlog';

/** Saturates the database and one CPU while latency stays low. */
const MAX_CONCURRENT = 32;
/** Keeps the database busy while requests wait for it. */
const MIN_CONCURRENT = 8;
/** Longer requests, while others queue, mean that concurrency only divides the CPU among more of them. */
const TARGET_MS = 500;
const DECREASE = 0.98;
/** Shortens loop iterations while connections wait to be accepted. */
const MAX_CONCURRENT_WHILE_SATURATED = 1;

interface PriorityLimits {
  readonly maxConcurrent: number;
  readonly queueTimeoutMs: number;
  readonly maxQueued: number;
  readonly retryAfterSeconds: number;
  readonly message: string;
}

const DEFAULT_LIMITS: PriorityLimits = {
  maxConcurrent: Infinity,
  // Load shedding: together with the response time this is shorter than the timeouts of clients.
  queueTimeoutMs: 1_500,
  // More could not start within the timeout.
  maxQueued: 5_000,
  retryAfterSeconds: 3,
  message: 'The service is overloaded. Retry in 3 s.',
};
const LIMITS: Readonly<Record<QueuedPriority, PriorityLimits>> = {
  normal: DEFAULT_LIMITS,
  low: DEFAULT_LIMITS,
  limited: {
    // Each holds a database connection until it ends; most connections must stay free for others.
    maxConcurrent: 2,
    queueTimeoutMs: 10_000,
    maxQueued: 20,
    retryAfterSeconds: 10,
    message: 'Too many reports are running. Retry in 10 s.',
  },
};

/** A waiting request; only the first call of either function counts. */
interface QueuedRequest {
  readonly start: () => void;
  readonly reject: (reason: Error) => void;
}

type OnDisconnect = (callback: () => void) => void;

interface Queue {
  running: number;
  queued: number;
  readonly byCaller: Map<string, QueuedRequest[]>;
}

const emptyQueue = (): Queue => ({ running: 0, queued: 0, byCaller: new Map() });

/**
 * Concurrency limit that adapts to the time requests take while others queue (additive increase, multiplicative
 * decrease). Throughput stays the same; waiting moves to the queue, where it ends by its timeout.
 */
export class ConcurrencyLimit {
  private limit = MAX_CONCURRENT;

  get current(): number {
    return Math.floor(this.limit);
  }

  /** @param milliseconds from the start of a request to its release */
  record(milliseconds: number, { hasQueue }: { hasQueue: boolean }): void {
    if (!hasQueue) this.limit = MAX_CONCURRENT;
    else if (milliseconds > TARGET_MS) this.limit = Math.max(MIN_CONCURRENT, this.limit * DECREASE);
    else this.limit = Math.min(MAX_CONCURRENT, this.limit + 1 / this.limit);
  }
}

/**
 * Limits concurrency. Excess requests queue per priority, round-robin by caller, so that one caller cannot starve
 * others; requests that wait too long, or find the queue full, get 503 (load shedding). Not a `Semaphore`, which knows
 * neither callers nor timeouts.
 */
@Injectable()
export class AdmissionController {
  private running = 0;
  private readonly limit = new ConcurrencyLimit();
  private readonly queues: Readonly<Record<QueuedPriority, Queue>> = {
    normal: emptyQueue(),
    low: emptyQueue(),
    limited: emptyQueue(),
  };

  constructor(private readonly backlog: AcceptBacklog) {}

  private get hasCapacity(): boolean {
    if (!this.backlog.isSaturated) return this.running < this.limit.current;
    // Limited requests do not count: they wait for the database for seconds, and would block all others.
    return this.running - this.queues.limited.running < MAX_CONCURRENT_WHILE_SATURATED;
  }

  /**
   * Waits for a slot.
   * @returns releases the slot; call it once
   * @throws UnavailableError after the queue timeout; RequestAbortedError when the client disconnects
   */
  async acquire(priority: QueuedPriority, caller: string, onDisconnect: OnDisconnect): Promise<() => void> {
    if (this.hasCapacity && this.hasCapacityFor(priority)) this.start(priority);
    else await this.enqueue(priority, caller, onDisconnect);
    const startedAt = performance.now();
    return () => this.release(priority, startedAt);
  }

  private hasCapacityFor(priority: QueuedPriority): boolean {
    return this.queues[priority].running < LIMITS[priority].maxConcurrent;
  }

  private enqueue(priority: QueuedPriority, caller: string, onDisconnect: OnDisconnect): Promise<void> {
    const queue = this.queues[priority];
    if (queue.queued >= LIMITS[priority].maxQueued) {
      const evicted = newestOfBusiestCaller(queue, caller);
      if (evicted === undefined) return Promise.reject(overloaded(priority));
      evicted.reject(overloaded(priority));
    }
    return new Promise((resolve, reject) => {
      const settle = (outcome: () => void): void => {
        if (!dequeue(queue, caller, request)) return;
        clearTimeout(timer);
        outcome();
      };
      const request: QueuedRequest = {
        start: () => settle(resolve),
        reject: (reason) => settle(() => reject(reason)),
      };
      const timer = setTimeout(() => request.reject(overloaded(priority)), LIMITS[priority].queueTimeoutMs);
      const others = queue.byCaller.get(caller);
      if (others === undefined) queue.byCaller.set(caller, [request]);
      else others.push(request);
      queue.queued += 1;
      onDisconnect(() => request.reject(new RequestAbortedError()));
    });
  }

  private start(priority: QueuedPriority): void {
    this.running += 1;
    this.queues[priority].running += 1;
  }

  private release(priority: QueuedPriority, startedAt: number): void {
    this.running -= 1;
    this.queues[priority].running -= 1;
    // Reports take long by nature.
    if (priority !== 'limited') {
      const hasQueue = this.queues.normal.queued + this.queues.low.queued > 0;
      this.limit.record(performance.now() - startedAt, { hasQueue });
    }
    while (this.hasCapacity && this.startNext());
  }

  private startNext(): boolean {
    const priority = QUEUED_PRIORITIES.find(
      (each) => this.queues[each].queued > 0 && this.hasCapacityFor(each),
    );
    if (priority === undefined) return false;
    const { byCaller } = this.queues[priority];
    const [caller, [first]] = byCaller.entries().next().value!;
    this.start(priority);
    first!.start();
    // Round-robin: the caller's remaining requests move to the end of the queue.
    const others = byCaller.get(caller);
    byCaller.delete(caller);
    if (others !== undefined) byCaller.set(caller, others);
    return true;
  }
}

/** @returns false when the request was not queued any more */
function dequeue(queue: Queue, caller: string, request: QueuedRequest): boolean {
  const all = queue.byCaller.get(caller) ?? [];
  const others = all.filter((each) => each !== request);
  if (others.length === all.length) return false;
  if (others.length > 0) queue.byCaller.set(caller, others);
  else queue.byCaller.delete(caller);
  queue.queued -= 1;
  return true;
}

/** The request to evict from a full queue; undefined when this caller, with one more, would have the most requests. */
function newestOfBusiestCaller({ byCaller }: Queue, caller: string): QueuedRequest | undefined {
  let most: readonly QueuedRequest[] = [];
  for (const each of byCaller.values()) if (each.length > most.length) most = each;
  const own = (byCaller.get(caller)?.length ?? 0) + 1;
  return most.length > own ? most.at(-1) : undefined;
}

function overloaded(priority: QueuedPriority): UnavailableError {
  return new UnavailableError(LIMITS[priority].message, LIMITS[priority].retryAfterSeconds);
}
