import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import { actorOf, sessionOf } from '../../authorization/request-actor';
import type { Actor } from '../../domain/account/actor';
import { CSRF_COOKIE, cookieOf, setCookie } from '../../http/cookie/cookies';
import { originOf } from '../../http/url/request-links';
import { CsrfService } from '../../modules/session/csrf.service';
import { SESSION_MS } from '../../modules/session/session.service';

/** Who looks at a page, and what its forms must carry. */
export interface Visitor {
  readonly actor: Actor;
  /** Goes into every form; the browser has the same in a cookie, or gets it with this page. */
  readonly formToken: string;
  readonly cookies: readonly string[];
  /** Scheme and host that the visitor knows the service by. */
  readonly origin: string;
}

/** Takes the CSRF token that the browser has, or makes one when that is missing or another session's. */
@Injectable()
export class VisitorPipe implements PipeTransform<Request, Visitor> {
  constructor(private readonly csrf: CsrfService) {}

  transform(request: Request): Visitor {
    return visitorOf(request, this.csrf);
  }
}

export function visitorOf(request: Request, csrf: CsrfService): Visitor {
  const session = sessionOf(request)?.id;
  const known = cookieOf(request, CSRF_COOKIE);
  const isKept = known !== undefined && csrf.isGenuine(known, session);
  const formToken = isKept ? known : csrf.make(session);
  return {
    actor: actorOf(request),
    formToken,
    cookies: isKept ? [] : [setCookie(request, CSRF_COOKIE, formToken, SESSION_MS)],
    origin: originOf(request),
  };
}

const Asking = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<Request>(),
);

/** Hands the visitor to a page's method. */
export const CurrentVisitor = () => Asking(VisitorPipe);
