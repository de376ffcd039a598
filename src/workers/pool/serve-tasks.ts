import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type FieldErrors, InvalidError, TooLargeError } from '../../domain/errors';

/** Error of a task, as cloneable data for the transfer between threads. */
export type TaskFailure =
  | {
      readonly kind: 'invalid';
      readonly reason: string | FieldErrors;
      readonly extra: Readonly<Record<string, unknown>> | undefined;
    }
  | { readonly kind: 'too-large'; readonly message: string }
  | { readonly kind: 'unexpected'; readonly message: string; readonly stack: string | undefined };

export function describeFailure(error: unknown): TaskFailure {
  if (error instanceof InvalidError) {
    return { kind: 'invalid', reason: error.fields ?? error.message, extra: error.extra };
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return error instanceof TooLargeError
    ? { kind: 'too-large', message }
    : { kind: 'unexpected', message, stack };
}

/** Restores the original error. */
export function restoreError(failure: TaskFailure): Error {
  switch (failure.kind) {
    case 'invalid':
      return new InvalidError(failure.reason, failure.extra);
    case 'too-large':
      return new TooLargeError(failure.message);
    case 'unexpected': {
      const error = new Error(failure.message);
      if (failure.stack !== undefined) error.stack = failure.stack;
      return error;
    }
  }
}

/**
 * Returns the ArrayBuffers of a value, or of its members, that can be transferred to another thread; transfer detaches
 * them. Small Buffers share a pooled ArrayBuffer and are copied instead.
 */
export function transferableBuffers(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return [];
  const parts: unknown[] = value instanceof Uint8Array ? [value] : Object.values(value);
  return parts.flatMap((part) =>
    part instanceof Uint8Array && part.buffer instanceof ArrayBuffer && part.length === part.buffer.byteLength
      ? [part.buffer]
      : [],
  );
}

export interface ThreadLimits {
  readonly externalMemoryBytes: number;
}

/** Exit code of a thread that exceeded its external memory limit. */
export const OUT_OF_MEMORY_EXIT_CODE = 87;

const MEMORY_CHECK_INTERVAL_MS = 20;

/**
 * Message loop of a worker thread: receives a task, posts its outcome.
 * @param work performs a task; its output must be cloneable, and its buffers (itself, or its members) are transferred
 * @param describe converts an error to cloneable data
 */
export function serveTasks(
  work: (task: unknown) => unknown,
  describe: (error: unknown) => unknown = describeFailure,
): void {
  lowerPriority();
  const { externalMemoryBytes } = workerData as ThreadLimits;
  const externalMemory = (): number => process.memoryUsage().external;
  const port = parentPort!;
  port.on('message', (task: unknown) => {
    // Relative to the start: garbage of earlier tasks may not be collected yet.
    const before = externalMemory();
    const memoryCheck = setInterval(() => {
      if (externalMemory() - before > externalMemoryBytes) process.exit(OUT_OF_MEMORY_EXIT_CODE);
    }, MEMORY_CHECK_INTERVAL_MS).unref();
    runTask(task, work, describe).then(
      ({ outcome, transferList }) => {
        clearInterval(memoryCheck);
        port.postMessage(outcome, transferList);
      },
      (error: unknown) => {
        throw error;
      },
    );
  });
}

/** Lowers the priority below that of the event loop thread. Only Linux supports per-thread priorities. */
function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

async function runTask(
  task: unknown,
  work: (task: unknown) => unknown,
  describe: (error: unknown) => unknown,
): Promise<{ outcome: object; transferList: ArrayBuffer[] }> {
  try {
    const output: unknown = await work(task);
    return { outcome: { kind: 'done', output }, transferList: transferableBuffers(output) };
  } catch (error) {
    // V8's limits on string length, array length and stack depth.
    if (error instanceof RangeError)
      return { outcome: { kind: 'limit-exceeded', limit: 'memory' }, transferList: [] };
    return { outcome: { kind: 'failed', failure: describe(error) }, transferList: [] };
  }
}
