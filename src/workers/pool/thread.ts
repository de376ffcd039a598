import { basename, join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { OUT_OF_MEMORY_EXIT_CODE, type ThreadLimits } from './serve-tasks';

export interface ThreadSettings {
  /** Compiled file that calls `serveTasks`: path below `src/`, or absolute. */
  readonly script: string;
  readonly heapMb: number;
  /** Memory outside the V8 heap, which `resourceLimits` does not cover: the thread polls it. */
  readonly externalMemoryMb: number;
}

export type TaskOutcome =
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

export class Thread {
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
