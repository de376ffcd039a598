import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Server, IncomingMessage, ServerResponse } from 'node:http';
import {
  Injectable,
  RequestTimeoutException,
  UnsupportedMediaTypeException,
  createParamDecorator,
  type ExecutionContext,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { RequestAbortedError, InvalidError, TooLargeError, UnavailableError } from '../../domain/errors';
import { isJsonObject } from '../../domain/text/json-members';

const waiting = new WeakSet<IncomingMessage>();

/** Defers `100 Continue` until the body is read, so that rejected requests never send theirs. */
export function deferContinue(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    server.emit('request', request, response);
  });
}

function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue();
}

/** Returns whether the client still awaits `100 Continue`. */
export function awaitsContinue(request: IncomingMessage): boolean {
  return waiting.has(request);
}

/** Idle timeout while a body is received, against slowloris clients. */
export const BODY_IDLE_TIMEOUT_MS = 30_000;

export interface BodyLimits {
  /** Counted after decompression. */
  readonly maxBytes: number;
  /** Part of `maxBytes` reserved for a file, for the error message. */
  readonly fileBytes?: number;
  /** Whether compressed bodies are accepted: decompression costs more than sending. */
  readonly allowCompressed: boolean;
  readonly reservation: ByteReservation;
}

const DECODERS: ReadonlyMap<string, () => Readable & NodeJS.WritableStream> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Passes the decompressed body to `read` under size and idle limits; settles with `read` or with the first limit exceeded.
 * Any failure aborts further reading; the error response drains what still arrives.
 * @throws TooLargeError, UnavailableError, RequestAbortedError, InvalidError when decompression fails, and HTTP 408 and 415
 */
export async function receiveBody<T>(
  request: Request,
  response: Response,
  limits: BodyLimits,
  read: (source: Readable, abort: BodyAbort) => Promise<T>,
): Promise<T> {
  const source = decode(request, limits);
  sendContinue(request, response);
  const { promise: failed, reject: fail } = rejectablePromise();
  const abort = new BodyAbort();
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    try {
      if (bytes > limits.maxBytes) throw tooLarge(limits);
      limits.reservation.reserve(chunk.length);
    } catch (error) {
      fail(error as Error);
    }
  };
  const idleTimer = setTimeout(() => {
    // Buffered bytes mean that the reader is slow, not the sender.
    if (request.readableLength > 0) idleTimer.refresh();
    else fail(new RequestTimeoutException('The request body timed out. Send the request again.'));
  }, BODY_IDLE_TIMEOUT_MS);
  const onProgress = (): void => void idleTimer.refresh();
  const onClose = (): void => {
    if (!request.readableEnded) fail(new RequestAbortedError());
  };
  const onDecodeError = (): void =>
    fail(
      new InvalidError(
        'The body does not match its Content-Encoding. Compress it again, or send it uncompressed.',
      ),
    );
  request.on('data', onProgress).once('close', onClose);
  source.on('data', count);
  if (source !== request) source.once('error', onDecodeError);
  try {
    return await Promise.race([read(source, abort), failed]);
  } catch (error) {
    abort.abort();
    throw error;
  } finally {
    clearTimeout(idleTimer);
    request.off('data', onProgress).off('close', onClose);
    source.off('data', count);
    if (source !== request) {
      request.unpipe();
      source.on('error', () => undefined);
      source.destroy();
    }
  }
}

export function collect(source: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    source.on('data', (chunk: Buffer) => chunks.push(chunk));
    source.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    source.once('error', reject);
  });
}

function decode(request: Request, limits: BodyLimits): Readable {
  if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes) throw tooLarge(limits);
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity') return request;
  const decoder = DECODERS.get(encoding);
  if (decoder === undefined) {
    throw new UnsupportedMediaTypeException(
      'Unsupported Content-Encoding. Send the body uncompressed, or with gzip, deflate or br.',
    );
  }
  if (!limits.allowCompressed) {
    throw new UnsupportedMediaTypeException(
      'Compressed bodies require credentials. Send the body uncompressed.',
    );
  }
  return request.pipe(decoder());
}

function tooLarge({ maxBytes, fileBytes = 0 }: BodyLimits): TooLargeError {
  const fileLimit = fileBytes > 0 ? ` (files: ${fileBytes} bytes)` : '';
  return new TooLargeError(
    `The request body is larger than ${maxBytes} bytes${fileLimit}, the limit of this route. Send less at a time.`,
  );
}

/** Returns a promise that only rejects, without causing unhandled rejections. */
function rejectablePromise(): { promise: Promise<never>; reject: (error: Error) => void } {
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<never>((_resolve, rejectPromise) => {
    reject = rejectPromise;
  });
  promise.catch(() => undefined);
  return { promise, reject };
}

/** Abort signal for the readers of a body; fires at most once. */
export class BodyAbort {
  private listeners: Set<() => void> | undefined;

  addListener(listener: () => void): void {
    (this.listeners ??= new Set()).add(listener);
  }

  removeListener(listener: () => void): void {
    this.listeners?.delete(listener);
  }

  abort(): void {
    const listeners = this.listeners ?? [];
    this.listeners = undefined;
    for (const listener of listeners) listener();
  }
}

const MEGABYTE = 1024 * 1024;

/** Memory limit for request bodies of the process; leaves heap for what is parsed from them. */
const MAX_PROCESS_BYTES = 192 * MEGABYTE;

/** Limit per address; a whole office may share one behind NAT. */
const MAX_ADDRESS_BYTES = 64 * MEGABYTE;
const RETRY_AFTER_SECONDS = 2;

export interface ByteReservation {
  /** @throws UnavailableError when the budget is exhausted */
  reserve(bytes: number): void;
  /** Returns bytes that are no longer in memory, for example written to disk. */
  release(bytes: number): void;
  /** Returns the rest, at the end of the request. Idempotent. */
  close(): void;
}

/** Limits the memory of request bodies in flight (load shedding), so that many clients cannot exhaust the heap. */
@Injectable()
export class BodyBudget {
  private held = 0;
  private readonly byAddress = new Map<string, number>();

  /** @param address client address, whose requests share its part of the budget */
  open(address: string): ByteReservation {
    let own = 0;
    const change = (bytes: number): void => {
      own += bytes;
      this.held += bytes;
      const total = (this.byAddress.get(address) ?? 0) + bytes;
      if (total === 0) this.byAddress.delete(address);
      else this.byAddress.set(address, total);
    };
    return {
      reserve: (bytes) => {
        const ofAddress = this.byAddress.get(address) ?? 0;
        if (this.held + bytes > MAX_PROCESS_BYTES || ofAddress + bytes > MAX_ADDRESS_BYTES) {
          throw new UnavailableError(
            `Too many request bodies are being received. Retry in ${RETRY_AFTER_SECONDS} s.`,
            RETRY_AFTER_SECONDS,
          );
        }
        change(bytes);
      },
      release: (bytes) => change(-Math.min(bytes, own)),
      close: () => change(-own),
    };
  }
}

/** Repeated field names, by parsed form; bodies that were not forms have no entry. */
const repeated = new WeakMap<object, ReadonlySet<string>>();

/** Records which fields of a form were sent more than once. */
export function markRepeatedFields<Fields extends object>(
  fields: Fields,
  names: ReadonlySet<string>,
): Fields {
  repeated.set(fields, names);
  return fields;
}

/**
 * Returns the fields of a form with all values as a list for the names in `lists`, and the last value for every other
 * name (decision 1). Bodies that were not forms are returned unchanged.
 */
export function resolveRepeatedFields(body: object, lists: ReadonlySet<string>): object {
  const names = repeated.get(body);
  if (names === undefined) return body;
  const values = Object.entries(body).map(([name, value]: [string, unknown]) => {
    const isRepeated = names.has(name) && Array.isArray(value);
    if (lists.has(name)) return [name, typeof value === 'string' ? [value] : value] as const;
    return [name, isRepeated ? (value as unknown[]).at(-1) : value] as const;
  });
  return Object.fromEntries(values);
}

/** Injects the body of a form of a page with repeated fields as lists; `{}` for another body. */
export const RepeatableBody = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const body: unknown = context.switchToHttp().getRequest<Request>().body;
  return isJsonObject(body) ? body : {};
});
