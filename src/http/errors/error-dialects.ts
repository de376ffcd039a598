import { STATUS_CODES } from 'node:http';
import type { Request } from 'express';
import { isLanguage } from '../../language/language';
import { knownText } from '../../language/message';
import { isODataPath } from '../negotiation/wire-format';
import type { Failure } from './failure';

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
