import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { actorOf, sessionOf } from '../authorization/request-actor';
import type { RouteRequirements } from '../authorization/route-requirements';
import { addressBlock } from '../domain/account/client-address';
import { BodyReader } from '../http/body/body-reader';
import { isSafe } from '../http/negotiation/safe-methods';
import { AuthenticationGuard } from './guards/authentication.guard';
import { PolicyEnforcer } from './policy-enforcer';
import { SessionStrategy } from './strategies/session.strategy';

/** Access checks before every handler, in the same order for controllers and the fast path. */
@Injectable()
export class RequestAccess {
  constructor(
    private readonly authentication: AuthenticationGuard,
    private readonly policies: PolicyEnforcer,
    private readonly bodies: BodyReader,
    private readonly session: SessionStrategy,
  ) {}

  /**
   * Authenticates, then authorizes.
   * @throws DomainError as `AuthenticationGuard.authenticate` and `authorize` do
   */
  async grant(request: Request, response: Response, requirements: RouteRequirements): Promise<void> {
    await this.authentication.authenticate(request, response, requirements.policy);
    await this.authorize(request, response, requirements);
  }

  /**
   * Authorizes, then reads the body that the route declares, then checks the CSRF token.
   * @throws DomainError when access is denied, and as `BodyReader.read` does
   */
  async authorize(request: Request, response: Response, requirements: RouteRequirements): Promise<void> {
    await this.policies.authorize(request, requirements.policy);
    const sender = { isAuthenticated: actorOf(request).kind === 'user', address: addressBlock(request.ip) };
    await this.bodies.read({ request, response, declaration: requirements.body, sender });
    this.assertCsrfToken(request, requirements);
  }

  /** Also required of unsafe requests by a session. The token may be a form field, so the body is read first. */
  private assertCsrfToken(request: Request, { requiresCsrfToken }: RouteRequirements): void {
    const isSessionWrite = sessionOf(request) !== undefined && !isSafe(request.method);
    if (requiresCsrfToken || isSessionWrite) this.session.assertCsrfToken(request);
  }
}
