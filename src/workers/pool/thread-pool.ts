import { UnavailableError } from '../../domain/errors';
import { type Outcome, Thread, type ThreadSettings } from './thread';

export interface PoolSettings extends ThreadSettings {
  /** Threads at most; they are started when there is work for them. */
  readonly threads: number;
  /** Tasks that may wait while all threads are busy; whoever comes then is turned away. */
  readonly waiting: number;
  /** Milliseconds that one task may take, the waiting not counted. */
  readonly taskMs: number;
  /** Milliseconds that a thread without work is kept for the next task. */
  readonly idleMs: number;
  /** What is thrown for a task that took too long, or more memory than it may. */
  readonly overrun: (of: 'time' | 'memory') => Error;
  /** What is thrown for a task that failed by itself; `failure` is what its thread says of it, as plain data. */
  readonly failed: (failure: unknown) => Error;
}

interface Waiting {
  readonly task: unknown;
  readonly handOver: readonly ArrayBuffer[];
  readonly settle: (outcome: Promise<unknown>) => void;
}

const TOO_BUSY = 'The service works on too many large files at the moment; try again in a few seconds.';
const DIED = 'The service lost the thread that worked on this; try again.';
const STOPPING = 'The service is stopping; try again in a few seconds.';

/**
 * Work that would hold up the event loop, in threads that are kept from task to task. A task gets plain data and gives
 * plain data (what survives structured cloning); bytes that it gives are handed over, not copied.
 * A thread that overruns its bounds or dies takes one task with it, and another thread takes its place.
 */
export class ThreadPool {
  private readonly idle: { readonly thread: Thread; readonly leave: NodeJS.Timeout }[] = [];
  private readonly busy = new Set<Thread>();
  private readonly queue: Waiting[] = [];
  private closed = false;

  constructor(private readonly settings: PoolSettings) {}

  /**
   * @param handOver memory of the task that the thread gets for its own, in the place of a copy
   * @throws UnavailableError when too many tasks wait, and when the thread died for a reason that is not the task's
   * @throws what the settings make of a task that overran or failed
   */
  run(task: unknown, handOver: readonly ArrayBuffer[] = []): Promise<unknown> {
    if (this.closed) return Promise.reject(new UnavailableError(STOPPING));
    if (this.busy.size < this.settings.threads) return this.work(task, handOver);
    if (this.queue.length >= this.settings.waiting) return Promise.reject(new UnavailableError(TOO_BUSY));
    return new Promise((settle) => this.queue.push({ task, handOver, settle }));
  }

  /** Ends all threads; what they were at, and what waits, is refused. */
  async close(): Promise<void> {
    this.closed = true;
    for (const { settle } of this.queue.splice(0)) settle(Promise.reject(new UnavailableError(STOPPING)));
    const resting = this.idle.splice(0);
    resting.forEach(({ leave }) => clearTimeout(leave));
    await Promise.all([...resting.map(({ thread }) => thread), ...this.busy].map((thread) => thread.end()));
  }

  private async work(task: unknown, handOver: readonly ArrayBuffer[]): Promise<unknown> {
    const thread = this.takeIdle() ?? new Thread(this.settings);
    this.busy.add(thread);
    try {
      return this.resultOf(await thread.run(task, handOver, this.settings.taskMs));
    } finally {
      this.busy.delete(thread);
      if (thread.isAlive) this.rest(thread);
      const next = this.queue.shift();
      if (next !== undefined) next.settle(this.work(next.task, next.handOver));
    }
  }

  private takeIdle(): Thread | undefined {
    const rested = this.idle.pop();
    clearTimeout(rested?.leave);
    return rested?.thread.isAlive === true ? rested.thread : undefined;
  }

  private rest(thread: Thread): void {
    const leave = setTimeout(() => {
      this.idle.splice(
        this.idle.findIndex((each) => each.thread === thread),
        1,
      );
      void thread.end();
    }, this.settings.idleMs).unref();
    this.idle.push({ thread, leave });
  }

  private resultOf(outcome: Outcome): unknown {
    switch (outcome.kind) {
      case 'done':
        return outcome.output;
      case 'failed':
        throw this.settings.failed(outcome.failure);
      case 'overrun':
        throw this.settings.overrun(outcome.of);
      case 'died':
        throw new UnavailableError(DIED);
    }
  }
}
