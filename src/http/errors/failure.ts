import { HttpException } from '@nestjs/common';
import { STATUS_CODES } from 'node:http';
import type { Request } from 'express';
import {
  DomainError,
  type DomainErrorKind,
  InvalidError,
  OAuthError,
  type OAuthErrorCode,
  TooManyRequestsError,
  UnavailableError,
} from '../../domain/errors';
import { isLanguage } from '../../language/language';
import { knownText } from '../../language/message';
import { isODataPath } from '../negotiation/request';

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

/** Error format of one protocol. */
export interface ErrorDialect {
  /** Returns whether the request uses this protocol. */
  matches(request: Request): boolean;
  /** Overrides the status of the failure. */
  status?(failure: Failure, request: Request): number;
  headers(failure: Failure, request: Request): Readonly<Record<string, string | readonly string[]>>;
  /** Objects are sent as JSON, text as it is. */
  body(failure: Failure, request: Request): object | string;
}

/** Returns the `WWW-Authenticate` challenge for a failed bearer token (RFC 6750 3); undefined for other failures. */
export function bearerChallenge({ oauth, message }: Failure): string | undefined {
  if (oauth?.code !== 'invalid_token' && oauth?.code !== 'insufficient_scope') return undefined;
  const scope = oauth.scope === undefined ? '' : `, scope="${oauth.scope}"`;
  return `Bearer realm="api", error="${oauth.code}", error_description="${message.replace(/["\\]/g, '')}"${scope}`;
}

/** Errors of the API: JSON, `{"detail": …}` or validation errors by field (decision 2). */
export const apiDialect: ErrorDialect = {
  matches: () => true,
  headers: (failure) => {
    const challenge = bearerChallenge(failure) ?? (failure.status === 401 ? 'Token realm="api"' : undefined);
    return challenge === undefined ? {} : { 'WWW-Authenticate': challenge };
  },
  body: ({ fields, extra, message }, request) =>
    translated(fields ?? { detail: message, ...extra }, request) as object,
};

/** Texts in the language that a page asks for by `?language=`; programs get English. */
function translated(body: unknown, { url }: Pick<Request, 'url'>): unknown {
  const language = new URLSearchParams(url.split('?')[1]).get('language');
  if (!isLanguage(language)) return body;
  const translate = (value: unknown): unknown => {
    if (typeof value === 'string') return knownText(value).in(language);
    if (Array.isArray(value)) return value.map(translate);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, translate(inner)]));
  };
  return translate(body);
}

const OAUTH_PATH = /^\/o\/(authorize|token|revoke_token|introspect)$/;

/** Returns the OAuth2 error code; other failures get those of the authorization endpoint (RFC 6749 4.1.2.1). */
function oauthCode({ oauth, status }: Failure): string {
  if (oauth !== undefined) return oauth.code;
  if (status === 401 || status === 403) return 'access_denied';
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status < 500 ? 'invalid_request' : 'server_error';
}

function oauthChallenge(failure: Failure): string | undefined {
  if (failure.oauth?.code === 'invalid_client') return 'Basic realm="applications"';
  return bearerChallenge(failure) ?? (failure.status === 401 ? 'Session realm="fieldhouse"' : undefined);
}

/** Errors of OAuth2 endpoints (RFC 6749 5.2; decision 2). */
export const oauthDialect: ErrorDialect = {
  matches: ({ path }) => OAUTH_PATH.test(path),
  headers: (failure) => {
    const challenge = oauthChallenge(failure);
    return {
      'Cache-Control': 'no-store',
      Pragma: 'no-cache',
      ...(challenge !== undefined && { 'WWW-Authenticate': challenge }),
    };
  },
  body: (failure) => ({
    error: oauthCode(failure),
    error_description: failure.message.replace(/["\\]/g, "'"),
  }),
};

const ODATA_VERSION = { 'OData-Version': '4.0' } as const;

const BASIC_CHALLENGE = 'Basic realm="fieldhouse", charset="UTF-8"';

/** Errors of OData (JSON format 4.0, 19). Spreadsheets support only Basic authentication (contract-odata 1). */
export const odataDialect: ErrorDialect = {
  matches: ({ path }) => isODataPath(path),
  headers: (failure) => {
    if (failure.status === 401) return { 'WWW-Authenticate': bearerChallenge(failure) ?? BASIC_CHALLENGE };
    const challenge = bearerChallenge(failure);
    return { ...ODATA_VERSION, ...(challenge !== undefined && { 'WWW-Authenticate': challenge }) };
  },
  body: ({ status, message }) => ({ error: { code: statusName(status), message } }),
};

/** Returns the status text as a code, such as `NotFound`. */
function statusName(status: number): string {
  return (STATUS_CODES[status] ?? 'Error').replace(/[^A-Za-z]/g, '');
}
