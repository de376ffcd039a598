import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { actorOf, sessionOf } from '../../authorization/request-actor';
import { requirementsOf } from '../../authorization/route-requirements';
import { addressBlock } from '../../domain/account/client-address';
import { BodyReader } from '../../http/body/body-reader';
import { isSafe } from '../../http/negotiation/safe-methods';
import { PolicyEnforcer } from '../policy-enforcer';
import { SessionStrategy } from '../strategies/session.strategy';

/** Runs after `AuthenticationGuard`: authorizes, reads the body that the route declares, checks the CSRF token. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly policies: PolicyEnforcer,
    private readonly bodies: BodyReader,
    private readonly session: SessionStrategy,
  ) {}

  /** @throws DomainError when access is denied, and as `BodyReader.read` does */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const { policy, body: declaration, requiresCsrfToken } = requirementsOf(context.getHandler());
    await this.policies.authorize(request, policy);
    const sender = { isAuthenticated: actorOf(request).kind === 'user', address: addressBlock(request.ip) };
    await this.bodies.read({ request, response, declaration, sender });
    // Also of unsafe requests by a session. The token may be a form field, so the body is read first.
    const isSessionWrite = sessionOf(request) !== undefined && !isSafe(request.method);
    if (requiresCsrfToken || isSessionWrite) this.session.assertCsrfToken(request);
    return true;
  }
}
