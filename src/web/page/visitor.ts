import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import { actorOf, sessionOf } from '../../authorization/request-actor';
import type { Actor } from '../../domain/account/actor';
import {
  CSRF_COOKIE,
  cookieOf,
  LANGUAGE_COOKIE,
  setCookie,
  TIME_ZONE_COOKIE,
} from '../../http/cookie/cookies';
import { findTimeZone, type TimeZone, UTC } from '../../domain/time-zone';
import { isSafe } from '../../http/negotiation/request';
import { originOf } from '../../http/url/links';
import { isLanguage, type Language, LANGUAGE_CODES } from '../../language/language';
import { CsrfService } from '../../modules/account/session/csrf.service';
import { SESSION_LIFETIME_MS } from '../../domain/account/credential';

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
  /** Path and query of a page that was opened, to come back to; the start page after a form. */
  readonly path: string;
  /** Of the texts of the pages. */
  readonly language: Language;
  /** Of the browser, as its script says; UTC without scripts, and on its first page. */
  readonly zone: TimeZone;
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
    path: isSafe(request.method) ? request.originalUrl : '/',
    language: languageOf(request),
    zone: findTimeZone(cookieOf(request, TIME_ZONE_COOKIE) ?? '') ?? UTC,
  };
}

const CurrentRequest = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<Request>(),
);

/** The language that the person chose, else the first of the browser that the pages have (decision 10). */
export function languageOf(request: Request): Language {
  const chosen = sessionOf(request)?.language ?? cookieOf(request, LANGUAGE_COOKIE);
  if (isLanguage(chosen)) return chosen;
  const accepted = request.acceptsLanguages([...LANGUAGE_CODES]);
  return isLanguage(accepted) ? accepted : 'en';
}

export const CurrentVisitor = () => CurrentRequest(VisitorPipe);

/** Returns `wanted` if it is a path on this host, else `fallback`: prevents open redirects from the sign-in page. */
export function localPath(wanted: unknown, fallback: string): string {
  if (typeof wanted !== 'string' || !/^\/(?![/\\])[\x21-\x7e]*$/.test(wanted) || wanted.includes('\\')) {
    return fallback;
  }
  const { pathname, search } = new URL(wanted, 'http://localhost.invalid');
  return pathname.startsWith('//') ? fallback : pathname + search;
}
