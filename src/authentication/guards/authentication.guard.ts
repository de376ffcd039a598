import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';
import type { Policy } from '../../authorization/policy';
import { setActor } from '../../authorization/request-actor';
import { requirementsOf } from '../../authorization/route-requirements';
import { type Actor, ANONYMOUS, type RequestOrigin } from '../../domain/account/actor';
import { UnauthenticatedError } from '../../domain/errors';

/**
 * Identifies the caller. Without credentials: anonymous. With invalid ones: 401, on public routes too, so that a
 * mistyped token does not go unnoticed (decision 3). Strategies are Passport's (decision 128).
 */
@Injectable()
export class AuthenticationGuard extends AuthGuard(['token', 'basic', 'bearer', 'session']) {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const { policy } = requirementsOf(context.getHandler());
    await this.authenticate(http.getRequest<Request>(), http.getResponse<Response>(), policy);
    return true;
  }

  /** @throws UnauthenticatedError, OAuthError; TooManyRequestsError after too many failed sign-ins */
  async authenticate(request: Request, response: Response, policy: Policy | undefined): Promise<void> {
    const isSkipped = policy?.kind === 'application' || policy?.kind === 'unauthenticated';
    if (!isSkipped) await super.canActivate(contextOf(request, response));
    const actor = (request.user as Actor | undefined) ?? ANONYMOUS;
    setActor(request, { ...actor, from: originOf(request) });
  }

  /** Called with the error or user of a strategy, or with neither when no strategy finds its credentials. */
  override handleRequest<Caller = Actor>(
    error: unknown,
    user: unknown,
    _challenges: unknown,
    context: ExecutionContext,
  ): Caller {
    if (error instanceof Error) throw error;
    const { headers } = this.getRequest(context) as Request;
    if (!user && headers.authorization !== undefined) {
      throw new UnauthenticatedError(
        'Unknown scheme in the Authorization header; send Token, Bearer or Basic credentials.',
      );
    }
    return (user || ANONYMOUS) as Caller;
  }
}

/** The part of a context that Passport's guard reads: the fast path has none of Nest's. */
function contextOf(request: Request, response: Response): ExecutionContext {
  const http = { getRequest: () => request, getResponse: () => response };
  return { switchToHttp: () => http } as unknown as ExecutionContext;
}

const MAX_USER_AGENT_LENGTH = 255;

function originOf(request: Request): RequestOrigin {
  return {
    address: request.ip ?? null,
    agent: request.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
  };
}
