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
