import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { OUT_OF_MEMORY_EXIT, type ThreadLimits } from './serve-tasks';

export interface ThreadSettings {
  /** The file that calls `serveTasks`, as JavaScript: its path below `src/`, or an absolute one. */
  readonly script: string;
  readonly heapMb: number;
  /** Bytes beside the heap, which no limit of a thread bounds: the thread watches them by itself. */
  readonly outsideHeapMb: number;
}

/** How a task ended. */
export type Outcome =
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly failure: unknown }
  | { readonly kind: 'overrun'; readonly of: 'time' | 'memory' }
  | { readonly kind: 'died' };

const YOUNG_GENERATION_MB = 16;

/** Tests run from the sources, and a thread has no compiler: it always runs what was built. */
const BUILT = __dirname.includes(join('dist', 'src'))
  ? join(__dirname, '../..')
  : join(__dirname, '../..', '../..', 'dist', 'src');

/** One worker thread that does one task at a time. */
export class Thread {
  private readonly worker: Worker;
  private answer: ((outcome: Outcome) => void) | undefined;
  private ended: Outcome | undefined;

  constructor({ script, heapMb, outsideHeapMb }: ThreadSettings) {
    const limits: ThreadLimits = { outsideHeapBytes: outsideHeapMb * 1024 * 1024 };
    // What the command line bounds the old generation to would go before a thread's own bound. The main one was made by it already.
    setFlagsFromString('--max-old-space-size=0');
    this.worker = new Worker(resolve(BUILT, script), {
      workerData: limits,
      // A thread runs small files with small maps.
      execArgv: ['--enable-source-maps'],
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    this.worker.unref();
    this.worker.on('message', (outcome: Outcome) => this.answer?.(outcome));
    this.worker.once('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.lose(isMemory ? { kind: 'overrun', of: 'memory' } : { kind: 'died' });
    });
    this.worker.once('exit', (code) => {
      this.lose(code === OUT_OF_MEMORY_EXIT ? { kind: 'overrun', of: 'memory' } : { kind: 'died' });
    });
  }

  get isAlive(): boolean {
    return this.ended === undefined;
  }

  /**
   * Total. A task that is not done after `taskMs` ends its thread.
   * @param handOver memory of the task that the thread gets for its own
   */
  async run(task: unknown, handOver: readonly ArrayBuffer[], taskMs: number): Promise<Outcome> {
    if (this.ended !== undefined) return this.ended;
    let timer: NodeJS.Timeout | undefined;
    this.worker.ref();
    const outcome = await new Promise<Outcome>((resolve) => {
      this.answer = resolve;
      timer = setTimeout(() => this.lose({ kind: 'overrun', of: 'time' }), taskMs);
      this.worker.postMessage(task, handOver);
    });
    clearTimeout(timer);
    this.answer = undefined;
    this.worker.unref();
    // The answer follows the end of the thread: nothing of a task that overran goes on behind it.
    if (!this.isAlive) await this.worker.terminate();
    return outcome;
  }

  async end(): Promise<void> {
    this.lose({ kind: 'died' });
    await this.worker.terminate();
  }

  private lose(outcome: Outcome): void {
    this.ended ??= outcome;
    this.answer?.(this.ended);
  }
}
