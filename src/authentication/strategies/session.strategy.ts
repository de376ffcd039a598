import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DeniedError } from '../../domain/errors';
import { CSRF_COOKIE, cookieOf, SESSION_COOKIE } from '../../http/cookie/cookies';
import { isCrossSite } from '../../http/url/cross-site';
import { CsrfService } from '../../modules/session/csrf.service';
import type { BrowserSession } from '../../domain/account/browser-session';
import { SessionService } from '../../modules/session/session.service';
import { sessionOf } from '../../authorization/request-actor';

/** Field name of Django, as clients of KoboToolbox send it. */
const CSRF_FIELD = 'csrfmiddlewaretoken';
const CSRF_HEADER = 'x-csrftoken';

/**
 * Cookie sessions. Browsers send cookies on their own, hence two differences to headers: an invalid cookie counts as none,
 * and unsafe requests need a CSRF token.
 */
@Injectable()
export class SessionStrategy {
  constructor(
    private readonly sessions: SessionService,
    private readonly csrf: CsrfService,
  ) {}

  /** Does not check the CSRF token: `RequestAccess` does, once the body is read. */
  async authenticate(request: Request): Promise<BrowserSession | undefined> {
    const key = cookieOf(request, SESSION_COOKIE);
    return key === undefined || key === '' ? undefined : this.sessions.find(key);
  }

  /** @throws DeniedError for a cross-site request, and for a missing token or one of another session or visitor */
  assertCsrfToken(request: Request): void {
    const field = (request.body as Record<string, unknown> | undefined)?.[CSRF_FIELD];
    const sent = request.get(CSRF_HEADER) ?? (typeof field === 'string' ? field : undefined);
    if (isCrossSite(request))
      throw new DeniedError(
        'CSRF Failed: Origin checking failed. Send the request from a page of this service.',
      );
    this.csrf.assertValid({ cookie: cookieOf(request, CSRF_COOKIE), sent }, sessionOf(request)?.id);
  }
}
