import type { Request } from 'express';
import { CHALLENGE_COOKIE, CSRF_COOKIE, SESSION_COOKIE, setCookie } from '../../http/cookie/cookies';
import type { CsrfService } from '../../modules/session/csrf.service';
import { SESSION_LIFETIME_MS, type StartedSession } from '../../modules/session/session.service';

/** Cookies of a new session: a new key each, so that none chosen by the client is accepted. */
export function sessionCookies(request: Request, csrf: CsrfService, { id, key }: StartedSession): string[] {
  return [
    setCookie(request, SESSION_COOKIE, key, SESSION_LIFETIME_MS),
    setCookie(request, CSRF_COOKIE, csrf.generateToken(id), SESSION_LIFETIME_MS),
  ];
}

export function endedChallenge(request: Request): string {
  return setCookie(request, CHALLENGE_COOKIE, '', 0);
}
