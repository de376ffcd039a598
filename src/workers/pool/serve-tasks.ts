import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { ownBytes } from './own-bytes';

/** What a thread must watch by itself. */
export interface ThreadLimits {
  readonly outsideHeapBytes: number;
}

/** How a thread ends that holds more bytes beside its heap than it may. */
export const OUT_OF_MEMORY_EXIT = 87;

const LOOK_EVERY_MS = 20;

/**
 * The life of a thread in a pool: a task in, an answer out, again and again.
 * @param work does a task; its output is plain data, whose bytes (itself, or its members) are handed over
 * @param describe what is told of an error, as plain data
 */
export function serveTasks(work: (task: unknown) => unknown, describe: (error: unknown) => unknown): void {
  stepBack();
  const { outsideHeapBytes } = workerData as ThreadLimits;
  const outsideHeap = (): number => process.memoryUsage().external;
  const port = parentPort!;
  port.on('message', (task: unknown) => {
    // What earlier tasks left to be collected is not this one's. A thread that rests is not watched.
    const before = outsideHeap();
    const watch = setInterval(() => {
      if (outsideHeap() - before > outsideHeapBytes) process.exit(OUT_OF_MEMORY_EXIT);
    }, LOOK_EVERY_MS).unref();
    answerTo(task, work, describe).then(
      ({ answer, bytes }) => {
        clearInterval(watch);
        port.postMessage(answer, bytes);
      },
      (error: unknown) => {
        throw error;
      },
    );
  });
}

/** Where there is less processor than work, the event loop comes first. Only Linux knows priorities of single threads. */
function stepBack(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

async function answerTo(
  task: unknown,
  work: (task: unknown) => unknown,
  describe: (error: unknown) => unknown,
): Promise<{ answer: object; bytes: ArrayBuffer[] }> {
  try {
    const output: unknown = await work(task);
    return { answer: { kind: 'done', output }, bytes: ownBytes(output) };
  } catch (error) {
    // A text or an array longer than the engine can hold, or a call stack deeper than it goes.
    if (error instanceof RangeError) return { answer: { kind: 'overrun', of: 'memory' }, bytes: [] };
    return { answer: { kind: 'failed', failure: describe(error) }, bytes: [] };
  }
}
