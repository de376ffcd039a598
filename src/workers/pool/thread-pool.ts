import { basename, join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { availableParallelism } from 'node:os';
import { OUT_OF_MEMORY_EXIT_CODE, type ThreadLimits, restoreError, type TaskFailure } from './serve-tasks';
import { Semaphore } from '../../concurrency/limits';
import { UnavailableError } from '../../domain/errors';

interface ThreadSettings {
  /** Compiled file that calls `serveTasks`: path below `src/`, or absolute. */
  readonly script: string;
  readonly heapMb: number;
  /** Memory outside the V8 heap, which `resourceLimits` does not cover: the thread polls it. */
  readonly externalMemoryMb: number;
}

type TaskOutcome =
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly failure: unknown }
  | { readonly kind: 'limit-exceeded'; readonly limit: 'time' | 'memory' }
  | { readonly kind: 'died' };

const YOUNG_GENERATION_MB = 16;

const COMPILED = join('dist', 'src');
const compiledAt = __dirname.lastIndexOf(COMPILED);

/** Threads always run compiled files, also in tests, which run from the sources. */
const BUILD_FOLDER =
  compiledAt === -1 ? join(__dirname, '../../../dist/src') : __dirname.slice(0, compiledAt + COMPILED.length);

/** The bundle has a file for each script in its folder. */
const isBundle = basename(__dirname) === 'bundle';
const fileOf = (script: string): string =>
  isBundle ? join(__dirname, basename(script)) : resolve(BUILD_FOLDER, script);

class Thread {
  private readonly worker: Worker;
  private resolveTask: ((outcome: TaskOutcome) => void) | undefined;
  private failure: TaskOutcome | undefined;

  constructor({ script, heapMb, externalMemoryMb }: ThreadSettings) {
    const limits: ThreadLimits = { externalMemoryBytes: externalMemoryMb * 1024 * 1024 };
    // A limit on the command line would override `resourceLimits`; the main isolate has already applied it.
    setFlagsFromString('--max-old-space-size=0');
    this.worker = new Worker(fileOf(script), {
      workerData: limits,
      execArgv: ['--enable-source-maps'],
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    this.worker.unref();
    this.worker.on('message', (outcome: TaskOutcome) => this.resolveTask?.(outcome));
    this.worker.once('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.fail(isMemory ? { kind: 'limit-exceeded', limit: 'memory' } : { kind: 'died' });
    });
    this.worker.once('exit', (code) => {
      this.fail(
        code === OUT_OF_MEMORY_EXIT_CODE ? { kind: 'limit-exceeded', limit: 'memory' } : { kind: 'died' },
      );
    });
  }

  get isAlive(): boolean {
    return this.failure === undefined;
  }

  /**
   * Never rejects. A task that exceeds `timeoutMs` terminates the thread.
   * @param transferList buffers of the task to transfer instead of copying
   */
  async run(task: unknown, transferList: readonly ArrayBuffer[], timeoutMs: number): Promise<TaskOutcome> {
    if (this.failure !== undefined) return this.failure;
    let timer: NodeJS.Timeout | undefined;
    this.worker.ref();
    const outcome = await new Promise<TaskOutcome>((resolve) => {
      this.resolveTask = resolve;
      timer = setTimeout(() => this.fail({ kind: 'limit-exceeded', limit: 'time' }), timeoutMs);
      this.worker.postMessage(task, transferList);
    });
    clearTimeout(timer);
    this.resolveTask = undefined;
    this.worker.unref();
    // Resolves after termination, so that no part of the task is still running.
    if (!this.isAlive) await this.worker.terminate();
    return outcome;
  }

  async end(): Promise<void> {
    this.fail({ kind: 'died' });
    await this.worker.terminate();
  }

  private fail(outcome: TaskOutcome): void {
    this.failure ??= outcome;
    this.resolveTask?.(this.failure);
  }
}

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
