import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CSRF_COOKIE, cookieOf, SESSION_COOKIE } from '../../http/cookie/cookies';
import { CsrfService } from '../../modules/session/csrf.service';
import type { KnownSession } from '../../domain/account/known-session';
import { SessionService } from '../../modules/session/session.service';
import { sessionOf } from '../../authorization/request-actor';

/** The field of our forms; its name is the one that clients of KoboToolbox send. */
const CSRF_FIELD = 'csrfmiddlewaretoken';
const CSRF_HEADER = 'x-csrftoken';

/**
 * Who is signed in with this browser. A cookie is no credential that somebody chose to send, hence two differences to
 * headers: one that does not hold counts as none, and what changes anything must prove that a page of ours asked.
 */
@Injectable()
export class SessionStrategy {
  constructor(
    private readonly sessions: SessionService,
    private readonly csrf: CsrfService,
  ) {}

  /** Who it is alone: whether a page of ours asked is known once the body is (`RouteAdmission`). */
  async authenticate(request: Request): Promise<KnownSession | undefined> {
    const key = cookieOf(request, SESSION_COOKIE);
    return key === undefined || key === '' ? undefined : this.sessions.find(key);
  }

  /** @throws DeniedError when the request does not carry the CSRF token of its session, or of a visitor */
  assertOwnPage(request: Request): void {
    const field = (request.body as Record<string, unknown> | undefined)?.[CSRF_FIELD];
    const sent = request.get(CSRF_HEADER) ?? (typeof field === 'string' ? field : undefined);
    this.csrf.assertSent({ cookie: cookieOf(request, CSRF_COOKIE), sent }, sessionOf(request)?.id);
  }
}
