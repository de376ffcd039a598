import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CSRF_COOKIE, cookieOf, SESSION_COOKIE } from '../../http/cookie/cookies';
import { CsrfService } from '../../modules/session/csrf.service';
import type { KnownSession } from '../../domain/account/known-session';
import { SessionService } from '../../modules/session/session.service';
import { sessionOf } from '../../access/request-actor';
import { isSafe } from '../../http/negotiation/safe-methods';

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

  /** @throws DeniedError for an unsafe request without a CSRF token (contract-assets 0.3) */
  async authenticate(request: Request): Promise<KnownSession | undefined> {
    const key = cookieOf(request, SESSION_COOKIE);
    const session = key === undefined || key === '' ? undefined : await this.sessions.find(key);
    if (session !== undefined && !isSafe(request.method)) this.assertOwnPage(request, session);
    return session;
  }

  /** @throws DeniedError when the request does not carry the CSRF token of its session, or of a visitor */
  assertOwnPage(request: Request, session = sessionOf(request)): void {
    const field = (request.body as Record<string, unknown> | undefined)?.[CSRF_FIELD];
    const sent = request.get(CSRF_HEADER) ?? (typeof field === 'string' ? field : undefined);
    this.csrf.assertSent({ cookie: cookieOf(request, CSRF_COOKIE), sent }, session?.id);
  }
}
