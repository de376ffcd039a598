import { availableParallelism } from 'node:os';
import { Semaphore } from '../../concurrency/semaphore';
import { UnavailableError } from '../../domain/errors';
import { restoreError, type TaskFailure } from './task-failure';
import { type TaskOutcome, Thread, type ThreadSettings } from './thread';

export interface PoolSettings extends ThreadSettings {
  /** Threads start on demand, at most one for each core. */
  readonly maxThreads: number;
  /** Tasks queued while all threads are busy; further ones are rejected. */
  readonly maxQueue: number;
  /** Execution time limit, without time in the queue. */
  readonly taskTimeoutMs: number;
  readonly idleTimeoutMs: number;
  /** Returns the error for a task that exceeded its time or memory limit. */
  readonly limitError: (limit: 'time' | 'memory') => Error;
  /** Returns the error for a failed task, from the data that `serveTasks`'s `describe` returned. Default: `restoreError`. */
  readonly taskError?: (failure: unknown) => Error;
}

const TOO_BUSY = 'Too many large files are being processed. Retry in a few seconds.';
const DIED = 'Processing stopped unexpectedly. Retry.';
const STOPPING = 'The service is stopping. Retry in a few seconds.';

/**
 * Worker thread pool for CPU-bound tasks. Input and output are structured clones; buffers of the output are transferred.
 * A thread that exceeds a limit or crashes fails its current task only, and is replaced.
 */
export class ThreadPool {
  private readonly idle: { readonly thread: Thread; readonly idleTimer: NodeJS.Timeout }[] = [];
  private readonly busy = new Set<Thread>();
  private readonly semaphore: Semaphore;
  private closed = false;

  constructor(private readonly settings: PoolSettings) {
    this.semaphore = new Semaphore({
      maxConcurrent: Math.min(settings.maxThreads, availableParallelism()),
      maxQueued: settings.maxQueue,
      queueFull: () => new UnavailableError(TOO_BUSY),
    });
  }

  /**
   * @param transferList buffers of the task to transfer instead of copying
   * @throws UnavailableError when the queue is full, the pool is closed, or the thread crashed
   * @throws `limitError` and `taskError` of the settings
   */
  run(task: unknown, transferList: readonly ArrayBuffer[] = []): Promise<unknown> {
    return this.semaphore.run(() => this.runOnThread(task, transferList));
  }

  /** Terminates all threads; running and queued tasks reject with UnavailableError. */
  async close(): Promise<void> {
    this.closed = true;
    const idle = this.idle.splice(0);
    idle.forEach(({ idleTimer }) => clearTimeout(idleTimer));
    await Promise.all([...idle.map(({ thread }) => thread), ...this.busy].map((thread) => thread.end()));
  }

  private async runOnThread(task: unknown, transferList: readonly ArrayBuffer[]): Promise<unknown> {
    if (this.closed) throw new UnavailableError(STOPPING);
    const thread = this.takeIdle() ?? new Thread(this.settings);
    this.busy.add(thread);
    try {
      return this.resultOf(await thread.run(task, transferList, this.settings.taskTimeoutMs));
    } finally {
      this.busy.delete(thread);
      if (thread.isAlive) this.park(thread);
    }
  }

  private takeIdle(): Thread | undefined {
    const idle = this.idle.pop();
    clearTimeout(idle?.idleTimer);
    return idle?.thread.isAlive === true ? idle.thread : undefined;
  }

  private park(thread: Thread): void {
    const idleTimer = setTimeout(() => {
      this.idle.splice(
        this.idle.findIndex((each) => each.thread === thread),
        1,
      );
      void thread.end();
    }, this.settings.idleTimeoutMs).unref();
    this.idle.push({ thread, idleTimer });
  }

  private resultOf(outcome: TaskOutcome): unknown {
    switch (outcome.kind) {
      case 'done':
        return outcome.output;
      case 'failed':
        throw (this.settings.taskError ?? restoreError)(outcome.failure as TaskFailure);
      case 'limit-exceeded':
        throw this.settings.limitError(outcome.limit);
      case 'died':
        throw new UnavailableError(DIED);
    }
  }
}
