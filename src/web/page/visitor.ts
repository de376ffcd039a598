import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import { actorOf, sessionOf } from '../../authorization/request-actor';
import type { Actor } from '../../domain/account/actor';
import { CSRF_COOKIE, cookieOf, setCookie } from '../../http/cookie/cookies';
import { originOf } from '../../http/url/links';
import { CsrfService } from '../../modules/account/session/csrf.service';
import { SESSION_LIFETIME_MS } from '../../modules/account/session/session.service';

/** The caller of a page, and the CSRF token for its forms. `UserActor` where the policy of the route requires a user. */
export interface Visitor<Caller extends Actor = Actor> {
  readonly actor: Caller;
  /** Field of every form: the value of the CSRF cookie, masked. */
  readonly csrfToken: string;
  /** The browser session; undefined for other credentials or none. */
  readonly sessionId: number | undefined;
  readonly cookies: readonly string[];
  readonly origin: string;
  /** Whether the browser takes compressed pages. */
  readonly acceptsGzip: boolean;
}

/** Reuses the CSRF token of the browser; issues one if it is missing or belongs to another session. */
@Injectable()
export class VisitorPipe implements PipeTransform<Request, Visitor> {
  constructor(private readonly csrf: CsrfService) {}

  transform(request: Request): Visitor {
    return visitorOf(request, this.csrf);
  }
}

export function visitorOf(request: Request, csrf: CsrfService): Visitor {
  const session = sessionOf(request)?.id;
  const sent = cookieOf(request, CSRF_COOKIE);
  const isValid = sent !== undefined && csrf.verify(sent, session);
  const token = isValid ? sent : csrf.generateToken(session);
  return {
    actor: actorOf(request),
    csrfToken: csrf.mask(token),
    sessionId: session,
    cookies: isValid ? [] : [setCookie(request, CSRF_COOKIE, token, SESSION_LIFETIME_MS)],
    origin: originOf(request),
    acceptsGzip: request.acceptsEncodings('gzip') !== false,
  };
}

const CurrentRequest = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<Request>(),
);

export const CurrentVisitor = () => CurrentRequest(VisitorPipe);

/** Returns `wanted` if it is a path on this host, else `fallback`: prevents open redirects from the sign-in page. */
export function localPath(wanted: unknown, fallback: string): string {
  if (typeof wanted !== 'string' || !/^\/(?![/\\])[\x21-\x7e]*$/.test(wanted) || wanted.includes('\\')) {
    return fallback;
  }
  const { pathname, search } = new URL(wanted, 'http://localhost.invalid');
  return pathname.startsWith('//') ? fallback : pathname + search;
}
