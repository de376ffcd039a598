import { ApiError, BlockedServerError } from '../../outbound-http/api-client';
import {
  SourceCredentialsError,
  SourcePartError,
  SourcePartGoneError,
  SourceUnavailableError,
} from './migration-source.port';

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
