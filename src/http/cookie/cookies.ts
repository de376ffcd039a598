import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request } from 'express';
import { originOf } from '../url/links';

/** `csrftoken` is the name that clients of KoboToolbox expect (contract-assets 8). */
export const SESSION_COOKIE = 'sessionid';
export const CSRF_COOKIE = 'csrftoken';
/** Verified password of a sign-in that waits for its second factor. */
export const CHALLENGE_COOKIE = 'mfachallenge';

/** Chosen columns of the table of a project. */
export const COLUMNS_COOKIE = 'columns';

/** Language of the pages that the person chose. */
export const LANGUAGE_COOKIE = 'language';

/** IANA name of the time zone of the browser, which its script sets. */
export const TIME_ZONE_COOKIE = 'time_zone';

export type CookieName =
  | typeof SESSION_COOKIE
  | typeof CSRF_COOKIE
  | typeof CHALLENGE_COOKIE
  | typeof COLUMNS_COOKIE
  | typeof LANGUAGE_COOKIE
  | typeof TIME_ZONE_COOKIE;

export function cookieOf(request: Request, name: CookieName): string | undefined {
  const { cookie } = request.headers;
  return cookie === undefined ? undefined : parseCookie(cookie)[name];
}

/**
 * Returns a `Set-Cookie` header: SameSite=Lax, Secure on https, and HttpOnly except for the CSRF token, which scripts of
 * our origin copy into the X-CSRFToken header.
 * @param maxAgeMs 0 deletes the cookie
 * @param path below which the browser sends it
 */
export function setCookie(
  request: Request,
  name: CookieName,
  value: string,
  maxAgeMs: number,
  path = '/',
): string {
  return stringifySetCookie(name, value, {
    httpOnly: name !== CSRF_COOKIE,
    sameSite: 'lax',
    secure: originOf(request).startsWith('https:'),
    path,
    maxAge: Math.floor(maxAgeMs / 1000),
  });
}
