import { ApiError } from '../../outbound-http/api-client.port';
import { SourceCredentialsError, SourcePartError, SourceUnavailableError } from './migration-source.port';

/**
 * Translates the final error of a request to a server. Other errors are returned as they are.
 * @param refused message for credentials that the server refuses
 */
export function toSourceError(error: unknown, refused: string): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, message } = error;
  if (status === 401) return new SourceCredentialsError(refused);
  if (status !== undefined && status < 500) return new SourcePartError(message);
  return new SourceUnavailableError(`${message} Start again later: what has been moved is kept.`, {
    cause: error,
  });
}

/** Like `toSourceError`. A file that the server keeps failing to send counts as gone, and the rest moves. */
export function toFileError(error: unknown, refused: string): unknown {
  return error instanceof ApiError && error.status !== undefined && error.status >= 500
    ? new SourcePartError(error.message)
    : toSourceError(error, refused);
}
