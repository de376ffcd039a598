import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';
import { ChangeNotifications } from '../../database/change-notifications';
import { sessionOf, setActor } from '../../authorization/request-actor';
import { requirementsOf } from '../../authorization/policy';
import { type Actor, ANONYMOUS, type RequestOrigin } from '../../domain/account/actor';
import { hasKnownScheme } from '../strategies/authorization-header';

/**
 * Identifies the caller. Without credentials: anonymous. With invalid ones: 401, on public routes too, so that a
 * mistyped token does not go unnoticed; with an unknown scheme: as without (decision 3). Strategies are Passport's (decision 42).
 */
@Injectable()
export class AuthenticationGuard extends AuthGuard(['token', 'basic', 'bearer', 'session']) {
  constructor(private readonly notifications: ChangeNotifications) {
    super();
  }

  /** @throws UnauthenticatedError, OAuthError; TooManyRequestsError after too many failed sign-ins */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const { policy } = requirementsOf(context.getHandler());
    const isSkipped = policy?.kind === 'application' || policy?.kind === 'unauthenticated';
    if (!isSkipped) {
      await this.notifications.catchUp();
      await super.canActivate(context);
      limitCaching(request, http.getResponse<Response>());
    }
    const actor = (request.user as Actor | undefined) ?? ANONYMOUS;
    setActor(request, { ...actor, from: originOf(request) });
    return true;
  }

  /** Called with the error or user of a strategy, or with neither when no strategy finds its credentials. */
  override handleRequest<Caller = Actor>(error: unknown, user: unknown): Caller {
    if (error instanceof Error) throw error;
    return (user || ANONYMOUS) as Caller;
  }
}

/**
 * Responses to requests with credentials in a header are private to caches (RFC 9111 3.5). Those to cookies are not: a
 * session's are not stored, and an anonymous one's are not reused for a session.
 */
function limitCaching(request: Request, response: Response): void {
  if (hasKnownScheme(request)) return;
  response.vary('Cookie');
  if (sessionOf(request) !== undefined) response.setHeader('Cache-Control', 'private, no-store');
}

const MAX_USER_AGENT_LENGTH = 255;

function originOf(request: Request): RequestOrigin {
  return {
    address: request.ip ?? null,
    agent: request.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
  };
}
