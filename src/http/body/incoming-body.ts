import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { RequestTimeoutException, UnsupportedMediaTypeException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CutOffError, InvalidError, TooLargeError } from '../../domain/errors';
import type { HeldBytes } from './body-budget';
import { continueSending } from './expectation';
import { UntimelyEnd } from './untimely-end';

/** A sender who sends nothing for so long, of a body that has begun, is not waited for. */
export const LONGEST_PAUSE_MS = 30_000;

export interface BodyBounds {
  /** Counted after inflating, as the bytes come. */
  readonly maxBytes: number;
  /** As many of them may be a file. */
  readonly fileBytes?: number;
  /** Whether a compressed body is taken: it costs more than its sender pays. */
  readonly mayInflate: boolean;
  readonly held: HeldBytes;
}

const DECODERS: ReadonlyMap<string, () => Readable & NodeJS.WritableStream> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Whether the head of the request announces a body. */
export function announcesBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Lets `read` have the body, within bounds on its bytes and its pauses. It ends with the first of the two: what `read`
 * comes to, or a bound that is overstepped. A failure of either is an untimely end, so that nothing goes on reading;
 * what still comes then is for whoever answers to drain.
 * @throws TooLargeError, UnavailableError, CutOffError, InvalidError for a body that can not be inflated, and HTTP's 408 and 415
 */
export async function receiveBody<T>(
  request: Request,
  response: Response,
  bounds: BodyBounds,
  read: (source: Readable, end: UntimelyEnd) => Promise<T>,
): Promise<T> {
  const source = decode(request, bounds);
  continueSending(request, response);
  const { promise: trouble, reject: stop } = refusal();
  const end = new UntimelyEnd();
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    try {
      if (bytes > bounds.maxBytes) throw tooLarge(bounds);
      bounds.held.take(chunk.length);
    } catch (error) {
      stop(error as Error);
    }
  };
  const pause = setTimeout(() => {
    // What waits to be read is not the sender's fault.
    if (request.readableLength > 0) pause.refresh();
    else stop(new RequestTimeoutException('The body stopped coming; send the request again.'));
  }, LONGEST_PAUSE_MS);
  const progress = (): void => void pause.refresh();
  const cutOff = (): void => {
    if (!request.readableEnded) stop(new CutOffError());
  };
  const undecodable = (): void =>
    stop(new InvalidError('The body is not compressed as Content-Encoding says; send it again.'));
  request.on('data', progress).once('close', cutOff);
  source.on('data', count);
  if (source !== request) source.once('error', undecodable);
  try {
    return await Promise.race([read(source, end), trouble]);
  } catch (error) {
    end.tell();
    throw error;
  } finally {
    clearTimeout(pause);
    request.off('data', progress).off('close', cutOff);
    source.off('data', count);
    if (source !== request) {
      request.unpipe();
      source.on('error', () => undefined);
      source.destroy();
    }
  }
}

/** The whole body; it is held in memory. */
export function collect(source: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    source.on('data', (chunk: Buffer) => chunks.push(chunk));
    source.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    source.once('error', reject);
  });
}

function decode(request: Request, bounds: BodyBounds): Readable {
  if (Number(request.headers['content-length'] ?? 0) > bounds.maxBytes) throw tooLarge(bounds);
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity') return request;
  const decoder = DECODERS.get(encoding);
  if (decoder === undefined) {
    throw new UnsupportedMediaTypeException('Send the body plain, or compressed with gzip, deflate or br.');
  }
  if (!bounds.mayInflate) {
    throw new UnsupportedMediaTypeException('Send the body uncompressed, or with credentials.');
  }
  return request.pipe(decoder());
}

function tooLarge({ maxBytes, fileBytes = 0 }: BodyBounds): TooLargeError {
  const bound =
    fileBytes > 0
      ? `${maxBytes} bytes that this route takes, with a file of up to ${fileBytes}`
      : `${maxBytes} bytes that this route takes`;
  return new TooLargeError(`The request body is larger than the ${bound}; send less at a time.`);
}

/** A promise that only ever rejects, and whose rejection nobody has to be waiting for. */
function refusal(): { promise: Promise<never>; reject: (error: Error) => void } {
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<never>((_resolve, refuse) => {
    reject = refuse;
  });
  promise.catch(() => undefined);
  return { promise, reject };
}
