import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Credentials that say in one header all that they have to say. */
const PLAIN_CREDENTIALS = /^(token|basic) /i;

/** Whether the head of a request says at once who asks: by a token or a password, or that it is nobody in particular. */
export function showsPlainCredentials({ authorization, cookie }: IncomingHttpHeaders): boolean {
  return authorization === undefined ? cookie === undefined : PLAIN_CREDENTIALS.test(authorization);
}

/** A request that reads, without a body, and names no format in its query. */
export function readsPlainly({ headers, url = '' }: IncomingMessage): boolean {
  const hasBody =
    headers['content-length'] !== undefined ||
    headers['transfer-encoding'] !== undefined ||
    headers.expect !== undefined;
  return !hasBody && !url.includes('format=') && showsPlainCredentials(headers);
}

/** As programs say that they take JSON. */
const JSON_TAKEN = new Set([undefined, '*/*', 'application/json', 'application/json, text/plain, */*']);

/** Whether it says so in words that need no weighing. */
export function takesJson({ headers }: IncomingMessage): boolean {
  return JSON_TAKEN.has(headers.accept);
}
