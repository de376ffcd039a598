import { HttpException } from '@nestjs/common';
import {
  DomainError,
  type DomainErrorKind,
  InvalidError,
  OAuthError,
  type OAuthErrorCode,
  TooManyRequestsError,
  UnavailableError,
} from '../../domain/errors';

export interface Failure {
  readonly status: number;
  readonly message: string;
  /** Validation errors by field, which the API sends instead of the message. */
  readonly fields?: object | undefined;
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds?: number;
  /** OAuth2 error code, and the scope that was missing. */
  readonly oauth?: { readonly code: OAuthErrorCode; readonly scope: string | undefined };
  /** Error to log with its stack; the caller gets a general message. */
  readonly unexpected?: unknown;
}

const STATUS: Record<DomainErrorKind, number> = {
  'not-found': 404,
  unauthenticated: 401,
  denied: 403,
  invalid: 400,
  conflict: 409,
  gone: 410,
  'wrong-state': 405,
  'too-large': 413,
  // The status of KoboToolbox, which collectors show with its message (contract-data 4.5).
  'over-quota': 402,
  'too-many': 429,
  unsupported: 501,
  unavailable: 503,
};

/**
 * SQLSTATEs (and classes) of an unavailable or overloaded database: connection (08), authentication (28) and database (3D)
 * lost after startup, deadlock and serialization (40), resources (53), lock (55P03), shutdown (57P) and statement timeouts.
 */
const DATABASE_UNAVAILABLE = /^(08|28|3D|40|53|55P03|57P|57014|25006|25P03)/;
/** Messages of pg, its pool and TypeORM for a lost or unavailable connection. */
const CONNECTION_LOST =
  /Connection terminated|timeout exceeded when trying to connect|is not queryable|Query runner already released/;
const SOCKET_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
]);
/** Text that PostgreSQL cannot store: NUL, lone surrogates, invalid UTF-8. */
const UNSTORABLE_TEXT = new Set(['22021', '22P05', '22P02']);

/** Disk full or quota exceeded, on the service or the database. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);
const DISK_FULL_RETRY_SECONDS = 60;

const UNAVAILABLE_MESSAGE = 'The service is temporarily unavailable. Retry in a few seconds.';

/** Converts any thrown value. Never throws, so that the exception filter cannot fail. */
export function failureOf(error: unknown): Failure {
  if (error instanceof DomainError) return failureOfDomainError(error);
  if (error instanceof HttpException) return failureOfHttpException(error);
  const { code, status, message, expose, isConnectionLost } = errorFacts(error);
  if (error instanceof URIError)
    return { status: 400, message: 'The URL is not valid percent-encoded text.' };
  if (code !== undefined && UNSTORABLE_TEXT.has(code)) {
    return {
      status: 400,
      message: 'The text contains characters that cannot be stored, such as NUL. Remove them.',
    };
  }
  if (code !== undefined && DISK_FULL.has(code)) {
    return {
      status: 507,
      message: 'The server has no disk space left. Ask its operator to free some, then retry.',
      retryAfterSeconds: DISK_FULL_RETRY_SECONDS,
      unexpected: error,
    };
  }
  if (
    isConnectionLost ||
    (code !== undefined && (DATABASE_UNAVAILABLE.test(code) || SOCKET_ERRORS.has(code))) ||
    (message !== undefined && CONNECTION_LOST.test(message))
  ) {
    return { status: 503, message: UNAVAILABLE_MESSAGE, retryAfterSeconds: 2, unexpected: error };
  }
  if (expose && status !== undefined && status >= 400 && status < 500) {
    return { status, message: 'The request could not be read. Check its headers and body.' };
  }
  return {
    status: 500,
    message: 'An internal error occurred and was logged. Retry later.',
    unexpected: error,
  };
}

function failureOfDomainError(error: DomainError): Failure {
  return {
    status: STATUS[error.kind],
    message: error.message,
    ...(error instanceof InvalidError && { fields: error.fields, extra: error.extra }),
    ...(error instanceof OAuthError && { oauth: { code: error.code, scope: error.scope } }),
    ...((error instanceof TooManyRequestsError || error instanceof UnavailableError) && {
      retryAfterSeconds: error.retryAfterSeconds,
    }),
  };
}

function failureOfHttpException(error: HttpException): Failure {
  const status = error.getStatus();
  if (status === 404) return { status, message: 'Not found.' };
  return { status, message: error.message, ...(status >= 500 && { unexpected: error }) };
}

interface ErrorFacts {
  code?: string | undefined;
  status?: number | undefined;
  message?: string | undefined;
  /** Set by Express's body parsers and routers for client errors. */
  expose?: boolean;
  /** A statement failed without SQLSTATE, so the connection was lost. */
  isConnectionLost?: boolean;
}

const SQLSTATE = /^[0-9A-Z]{5}$/;

function errorFacts(error: unknown): ErrorFacts {
  if (typeof error !== 'object' || error === null) return {};
  const facts = error as Record<string, unknown>;
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const driverError = facts['driverError'] as Record<string, unknown> | undefined;
  return {
    code: text(facts['code']) ?? text(driverError?.['code']),
    status: typeof facts['status'] === 'number' ? facts['status'] : undefined,
    message: text(facts['message']),
    expose: facts['expose'] === true,
    isConnectionLost: driverError !== undefined && !SQLSTATE.test(text(driverError['code']) ?? ''),
  };
}
