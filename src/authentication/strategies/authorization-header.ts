import type { Request } from 'express';
import { UnauthenticatedError } from '../../domain/errors';
import { unstorableReason } from '../../domain/text/unstorable-text';

export interface Authorization {
  /** In lower case. */
  readonly scheme: string;
  readonly credentials: string;
}

export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

export function parseAuthorization(header: string): Authorization {
  const [scheme = ''] = /^\S*/.exec(header.trim()) ?? [];
  return { scheme: scheme.toLowerCase(), credentials: header.trim().slice(scheme.length).trim() };
}

const KNOWN_SCHEMES: ReadonlySet<string> = new Set(['token', 'bearer', 'basic']);

/** Whether the request has a header of a scheme that is read here; headers of others are ignored (decision 3). */
export function hasKnownScheme({ headers: { authorization } }: Request): boolean {
  return authorization !== undefined && KNOWN_SCHEMES.has(parseAuthorization(authorization).scheme);
}

/** Whether the request has a header that is ignored. */
export function hasUnknownScheme(request: Request): boolean {
  return request.headers.authorization !== undefined && !hasKnownScheme(request);
}

/** Credentials of this scheme; undefined when the request has none or others. */
export function credentialsOf({ headers }: Request, wanted: string): string | undefined {
  if (headers.authorization === undefined) return undefined;
  const { scheme, credentials } = parseAuthorization(headers.authorization);
  return scheme === wanted ? credentials : undefined;
}

/**
 * Request as the strategies of Passport packages read it: with the header in their form, and without query and body, which
 * may not carry credentials.
 */
export function withAuthorization(authorization: string, request?: Request): Request {
  return { headers: { authorization }, ip: request?.ip, path: request?.path } as Request;
}

export function malformedHeader(): UnauthenticatedError {
  return new UnauthenticatedError(
    'Invalid Authorization header. Send the scheme, a space and the credentials.',
  );
}

/** A token is one word of visible ASCII. */
export function parseToken(value: string): string | undefined {
  return /^[\x21-\x7e]+$/.test(value) ? value : undefined;
}

/** Splits at the first colon: a password may contain others. Undefined for text that cannot be stored. */
export function parseBasicCredentials(value: string): BasicCredentials | undefined {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return undefined;
  const text = Buffer.from(value, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon === -1 || unstorableReason(text) !== undefined
    ? undefined
    : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}
