import { Injectable } from '@nestjs/common';
import type { Response, Request } from 'express';
import type { Server } from 'node:net';
import { TooManyRequestsError, UnavailableError } from '../domain/errors';
import { actorOf } from '../authorization/request-actor';
import { onClosed } from '../http/reply';
import { addressBlock } from '../domain/account/sign-in-limit';
import { type QueuedPriority, QUEUED_PRIORITIES } from '../authorization/policy';
import { CallerQueue, type OnDisconnect } from './caller-queue';

/** More than a browser requests at once, and too few to exhaust the memory of the process. */
export const MAX_STREAMS_PER_CALLER = 48;
const RETRY_AFTER_SECONDS = 2;

/** Limits open streamed responses per caller (rate limit, 429); refuses excess ones instead of queueing them. */
@Injectable()
export class StreamsInFlight {
  private readonly byCaller = new Map<string, number>();

  /**
   * Counts a response until its connection closes or it is fully sent.
   * @throws TooManyRequestsError when the caller has too many open streams
   */
  open(response: Response): void {
    const caller = callerOf(response.req);
    const others = this.byCaller.get(caller) ?? 0;
    if (others >= MAX_STREAMS_PER_CALLER) {
      throw new TooManyRequestsError(
        'Too many responses are being sent to you. Read them to the end, then retry in 2 s.',
        RETRY_AFTER_SECONDS,
      );
    }
    this.byCaller.set(caller, others + 1);
    onClosed(response, () => this.close(caller));
  }

  private close(caller: string): void {
    const others = this.byCaller.get(caller)! - 1;
    if (others === 0) this.byCaller.delete(caller);
    else this.byCaller.set(caller, others);
  }
}

/** Fairness key: user id, or client network if anonymous. */
export function callerOf(request: Request): string {
  const actor = actorOf(request);
  return actor.kind === 'user' ? `user ${actor.id}` : addressBlock(request.ip);
}

const SATURATED_AFTER_ITERATIONS = 16;

/**
 * Detects connections that queue in the accept backlog. libuv (since 1.45) accepts one connection per loop iteration, so
 * iterations that each accept one mean that more are waiting, and each iteration must then be short.
 */
@Injectable()
export class AcceptBacklog {
  private iterations = 0;
  private hasAccepted = false;
  private isWatching = false;

  get isSaturated(): boolean {
    return this.iterations >= SATURATED_AFTER_ITERATIONS;
  }

  watch(server: Pick<Server, 'on'>): void {
    server.on('connection', () => {
      this.hasAccepted = true;
      if (this.isWatching) return;
      this.isWatching = true;
      setImmediate(() => this.endIteration());
    });
  }

  /** Runs in each iteration until one accepts no connection: an idle process has no timer. */
  private endIteration(): void {
    this.iterations = this.hasAccepted ? this.iterations + 1 : 0;
    this.isWatching = this.hasAccepted;
    this.hasAccepted = false;
    if (this.isWatching) setImmediate(() => this.endIteration());
  }
}

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
  parsed: {
    // Saturates the event loop; each holds the submissions that it parses.
    maxConcurrent: 4,
    queueTimeoutMs: 5_000,
    maxQueued: 500,
    retryAfterSeconds: 3,
    message: DEFAULT_LIMITS.message,
  },
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

interface Queue {
  running: number;
  readonly waiting: CallerQueue;
}

function emptyQueue(priority: QueuedPriority): Queue {
  const { queueTimeoutMs, maxQueued, message, retryAfterSeconds } = LIMITS[priority];
  const overloaded = (): Error => new UnavailableError(message, retryAfterSeconds);
  return { running: 0, waiting: new CallerQueue({ queueTimeoutMs, maxQueued, overloaded }) };
}

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
    normal: emptyQueue('normal'),
    parsed: emptyQueue('parsed'),
    low: emptyQueue('low'),
    limited: emptyQueue('limited'),
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
    else await this.queues[priority].waiting.wait(caller, onDisconnect);
    const startedAt = performance.now();
    return () => this.release(priority, startedAt);
  }

  private hasCapacityFor(priority: QueuedPriority): boolean {
    return this.queues[priority].running < LIMITS[priority].maxConcurrent;
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
      const hasQueue = (['normal', 'parsed', 'low'] as const).some(
        (each) => this.queues[each].waiting.length > 0,
      );
      this.limit.record(performance.now() - startedAt, { hasQueue });
    }
    while (this.hasCapacity && this.startNext());
  }

  private startNext(): boolean {
    const priority = QUEUED_PRIORITIES.find(
      (each) => this.queues[each].waiting.length > 0 && this.hasCapacityFor(each),
    );
    if (priority === undefined) return false;
    this.start(priority);
    this.queues[priority].waiting.startNext();
    return true;
  }
}
