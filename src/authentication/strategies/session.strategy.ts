import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy, type StrategyCreated } from 'passport';
import { DeniedError } from '../../domain/errors';
import { CSRF_COOKIE, cookieOf, SESSION_COOKIE } from '../../http/cookie/cookies';
import { originOf } from '../../http/url/links';
import { CsrfService } from '../../modules/account/session/csrf.service';
import { SessionService } from '../../modules/account/session/session.service';
import { sessionOf, setSession } from '../../authorization/request-actor';
import type { UserActor } from '../../domain/account/actor';
import { hasKnownScheme } from './authorization-header.strategy';

/** Field name of Django, as clients of KoboToolbox send it. */
const CSRF_FIELD = 'csrfmiddlewaretoken';
const CSRF_HEADER = 'x-csrftoken';

type Done = (error: unknown, user?: UserActor | null) => void;

/** Leaves reading the request to `validate`; Passport's own session strategy requires express-session. */
class CookieStrategy extends Strategy {
  constructor(readonly verify: (request: Request, done: Done) => void) {
    super();
  }

  override authenticate(this: StrategyCreated<CookieStrategy>, request: Request): void {
    this.verify(request, (error, user) => {
      if (error !== null) this.error(error);
      else if (user) this.success(user);
      else this.fail();
    });
  }
}

/**
 * Cookie sessions. Browsers send cookies on their own, hence two differences to headers: an invalid cookie counts as none,
 * and unsafe requests need a CSRF token.
 */
@Injectable()
export class SessionStrategy extends PassportStrategy(CookieStrategy, 'session') {
  constructor(
    private readonly sessions: SessionService,
    private readonly csrf: CsrfService,
  ) {
    super();
  }

  /** Does not check the CSRF token: `AccessGuard` does, once the body is read. */
  async validate(request: Request): Promise<UserActor | undefined> {
    const key = cookieOf(request, SESSION_COOKIE);
    // The header wins over the cookie: browsers send cookies on their own.
    if (hasKnownScheme(request) || key === undefined || key === '') return undefined;
    const session = await this.sessions.find(key);
    if (session !== undefined) setSession(request, session);
    return session?.actor;
  }

  /** @throws DeniedError for a cross-site request, and for a missing token or one of another session or visitor */
  assertCsrfToken(request: Request): void {
    const field = (request.body as Record<string, unknown> | undefined)?.[CSRF_FIELD];
    const sent = request.get(CSRF_HEADER) ?? (typeof field === 'string' ? field : undefined);
    if (isCrossSite(request))
      throw new DeniedError(
        'CSRF Failed: Origin checking failed. Send the request from a page of this service.',
      );
    const isSameOrigin = request.get('sec-fetch-site') === 'same-origin';
    this.csrf.assertValid(
      { cookie: cookieOf(request, CSRF_COOKIE), sent, isSameOrigin },
      sessionOf(request)?.id,
    );
  }
}

/**
 * Tells whether a browser sent the request for a page of another site. Undetermined requests are not cross-site: forms
 * of our pages send `Origin: null` because of their referrer policy, and clients without a browser send neither header.
 */
function isCrossSite(request: Request): boolean {
  const fetchSite = request.get('sec-fetch-site');
  if (fetchSite === 'cross-site' || fetchSite === 'same-site') return true;
  const origin = request.get('origin');
  if (origin === undefined || origin === 'null') return false;
  return origin !== originOf(request) && origin !== `${request.protocol}://${request.host}`;
}
