import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

const SIMPLE_CREDENTIALS = /^(token|basic) /i;

/** Returns whether the fast path can authenticate: by token or password in one header, or anonymous. */
export function hasSimpleCredentials({ authorization, cookie }: IncomingHttpHeaders): boolean {
  return authorization === undefined ? cookie === undefined : SIMPLE_CREDENTIALS.test(authorization);
}

/** Returns whether a request has no body, no `?format=` and simple credentials. */
export function isSimpleRead({ headers, url = '' }: IncomingMessage): boolean {
  const hasBody =
    headers['content-length'] !== undefined ||
    headers['transfer-encoding'] !== undefined ||
    headers.expect !== undefined;
  return !hasBody && !url.includes('format=') && hasSimpleCredentials(headers);
}

/** Accept headers of common HTTP libraries. */
const JSON_ACCEPT_VALUES = new Set([
  undefined,
  '*/*',
  'application/json',
  'application/json, text/plain, */*',
]);

/** Returns whether JSON is accepted, without full content negotiation. */
export function acceptsJson({ headers }: IncomingMessage): boolean {
  return JSON_ACCEPT_VALUES.has(headers.accept);
}
