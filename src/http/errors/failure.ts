import { HttpException } from '@nestjs/common';
import {
  DomainError,
  type DomainErrorKind,
  InvalidError,
  OAuthError,
  type OAuthErrorCode,
  TooManyError,
  UnavailableError,
} from '../../domain/errors';

/** What went wrong, ready for any protocol to put into its own words. */
export interface Failure {
  readonly status: number;
  /** One sentence for the caller. */
  readonly message: string;
  /** Sentences per field, where the API answers with them instead of the message. */
  readonly fields?: object | undefined;
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds?: number;
  /** The word that OAuth2 has for it, and the scope that would have done. */
  readonly oauth?: { readonly code: OAuthErrorCode; readonly scope: string | undefined };
  /** Not foreseen: goes to the log with its stack, and to the caller as one general sentence. */
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
  'too-many': 429,
  unsupported: 501,
  unavailable: 503,
};

/**
 * SQLSTATEs, classes of them too, that mean the database is away, overloaded or too slow, not that the request is wrong;
 * 28 and 3D because the service came in before, 57014 for a statement that took longer than any may, 40 and 55P03 for one
 * that others were in the way of.
 */
const DATABASE_AWAY = /^(08|28|3D|40|53|55P03|57P|57014|25006|25P03)/;
/** What the database's driver, its pool and TypeORM say of a connection that is gone, or that can't be had. */
const NO_CONNECTION =
  /Connection terminated|timeout exceeded when trying to connect|is not queryable|Query runner already released/;
const SOCKET_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
]);
/** Text that PostgreSQL can't hold: NUL, lone surrogates, bytes that are no UTF-8. */
const UNSTORABLE_TEXT = new Set(['22021', '22P05', '22P02']);

/** No room on a disk: ours, a quota's, or the database's. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);
/** An operator has to come. */
const DISK_FULL_RETRY_SECONDS = 60;

const UNAVAILABLE_SENTENCE = 'The service is temporarily unavailable. Try again in a few seconds.';

/** Reads any thrown value as a failure; total, so that a filter can't fail itself. */
export function failureOf(error: unknown): Failure {
  if (error instanceof DomainError) return failureOfDomainError(error);
  if (error instanceof HttpException) return failureOfHttpException(error);
  const { code, status, message, expose, isUnanswered } = errorFacts(error);
  if (error instanceof URIError)
    return { status: 400, message: 'The URL is not valid percent-encoded text.' };
  if (code !== undefined && UNSTORABLE_TEXT.has(code)) {
    return { status: 400, message: 'The text holds characters that cannot be stored, such as NUL.' };
  }
  if (code !== undefined && DISK_FULL.has(code)) {
    return {
      status: 507,
      message:
        'The server has no room left to store this; its operator has to make some. Send it again later.',
      retryAfterSeconds: DISK_FULL_RETRY_SECONDS,
      unexpected: error,
    };
  }
  if (
    isUnanswered ||
    (code !== undefined && (DATABASE_AWAY.test(code) || SOCKET_ERRORS.has(code))) ||
    (message !== undefined && NO_CONNECTION.test(message))
  ) {
    return { status: 503, message: UNAVAILABLE_SENTENCE, retryAfterSeconds: 2, unexpected: error };
  }
  if (expose && status !== undefined && status >= 400 && status < 500) {
    return { status, message: 'The request could not be read; check its headers and its body.' };
  }
  return {
    status: 500,
    message: 'Something went wrong on the server. The problem has been logged; try again later.',
    unexpected: error,
  };
}

function failureOfDomainError(error: DomainError): Failure {
  return {
    status: STATUS[error.kind],
    message: error.message,
    ...(error instanceof InvalidError && { fields: error.fields, extra: error.extra }),
    ...(error instanceof OAuthError && { oauth: { code: error.code, scope: error.scope } }),
    ...((error instanceof TooManyError || error instanceof UnavailableError) && {
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
  /** Set by the libraries that read requests, for what is wrong with the request. */
  expose?: boolean;
  /** It is of a statement, and the database did not say what is wrong with it: the way there, or back, was lost. */
  isUnanswered?: boolean;
}

/** PostgreSQL gives one with every error that it tells of. */
const SQLSTATE = /^[0-9A-Z]{5}$/;

function errorFacts(error: unknown): ErrorFacts {
  if (typeof error !== 'object' || error === null) return {};
  const facts = error as Record<string, unknown>;
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const ofDriver = facts['driverError'] as Record<string, unknown> | undefined;
  return {
    code: text(facts['code']) ?? text(ofDriver?.['code']),
    status: typeof facts['status'] === 'number' ? facts['status'] : undefined,
    message: text(facts['message']),
    expose: facts['expose'] === true,
    isUnanswered: ofDriver !== undefined && !SQLSTATE.test(text(ofDriver['code']) ?? ''),
  };
}
