import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request } from 'express';
import { originOf } from '../url/request-links';

/** Names that browsers know us by; the second is the one that clients of KoboToolbox look for (contract-assets 8). */
export const SESSION_COOKIE = 'sessionid';
export const CSRF_COOKIE = 'csrftoken';

export type CookieName = typeof SESSION_COOKIE | typeof CSRF_COOKIE;

/** What the browser sent under this name. */
export function cookieOf(request: Request, name: CookieName): string | undefined {
  const { cookie } = request.headers;
  return cookie === undefined ? undefined : parseCookie(cookie)[name];
}

/**
 * A `Set-Cookie` header. No script reads our cookies (a script of ours finds the CSRF token in the form), other sites
 * can't make the browser send them along with a form, and behind https they never travel without it.
 * @param maxAgeMs 0 makes the browser forget the cookie
 */
export function setCookie(request: Request, name: CookieName, value: string, maxAgeMs: number): string {
  return stringifySetCookie(name, value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: originOf(request).startsWith('https:'),
    path: '/',
    maxAge: Math.floor(maxAgeMs / 1000),
  });
}
