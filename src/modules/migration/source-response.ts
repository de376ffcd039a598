import type { Readable } from 'node:stream';
import {
  SourcePartError,
  SourceCredentialsError,
  SourcePartGoneError,
  SourceUnavailableError,
} from './migration-source.port';
import { objectsOf } from '../../domain/migration/asset-json';
import type { JsonObject } from '../../domain/text/json-members';
import { ApiError, BlockedServerError } from '../../outbound-http/api-client';

/** Larger than responses of servers are; hostile ones must not exhaust the memory. */
export class ResponseTooLargeError extends SourcePartError {}

/** Reads UTF-8. @throws ResponseTooLargeError */
export async function readBoundedText(body: Readable, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw new ResponseTooLargeError(`The response has more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString('utf8');
}

/** Reads a list whose missing items are deleted here: another value must not pass for an empty one. @throws SourcePartError */
export function listOf(value: unknown, path: string): JsonObject[] {
  if (!Array.isArray(value)) throw new SourcePartError(`${path}: the response has no list`);
  return objectsOf(value);
}

/** Statuses of what the server does not have; others, such as 403 and 429, say nothing about it. */
export const isGone = (status: number | undefined): boolean => status === 404 || status === 410;

/**
 * Translates the final error of a request to a server. Other errors are returned as they are.
 * @param refused message for credentials that the server refuses
 */
export function toSourceError(error: unknown, refused: string): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, message } = error;
  if (status === 401) return new SourceCredentialsError(refused);
  if (isGone(status)) return new SourcePartGoneError(message);
  if (error instanceof BlockedServerError) return new SourceUnavailableError(message, { cause: error });
  if (status !== undefined && status < 500) return new SourcePartError(message);
  return new SourceUnavailableError(`${message} Start again later: what has been moved is kept.`, {
    cause: error,
  });
}

/** Like `toSourceError`. A file that the server keeps failing to send is not readable, and the rest moves. */
export function toFileError(error: unknown, refused: string): unknown {
  return error instanceof ApiError && error.status !== undefined && error.status >= 500
    ? new SourcePartError(error.message)
    : toSourceError(error, refused);
}
