import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { actorOf, sessionOf } from '../authorization/request-actor';
import type { RouteDemands } from '../authorization/route-demands';
import { addressBlock } from '../domain/account/client-address';
import { BodyReader } from '../http/body/body-reader';
import { isSafe } from '../http/negotiation/safe-methods';
import { Authentication } from './authentication';
import { PolicyCheck } from './policy-check';
import { SessionStrategy } from './strategies/session.strategy';

/** All that stands between a request and its handler, in one order for every way in. */
@Injectable()
export class RouteAdmission {
  constructor(
    private readonly authentication: Authentication,
    private readonly policies: PolicyCheck,
    private readonly bodies: BodyReader,
    private readonly session: SessionStrategy,
  ) {}

  /**
   * Who is asking, whether they may, only then the body that the route declares and no other, and whether a page of ours
   * sent it.
   * @throws DomainError for whom the route does not let in, and as `BodyReader.read` does
   */
  async admit(request: Request, response: Response, demands: RouteDemands): Promise<void> {
    await this.authentication.identify(request, demands.policy);
    await this.policies.assertMay(request, demands.policy);
    const sender = { isKnown: actorOf(request).kind === 'user', address: addressBlock(request.ip) };
    await this.bodies.read({ request, response, declaration: demands.body, sender });
    this.assertOwnPage(request, demands);
  }

  /**
   * A browser sends its cookie with whatever any site makes it send: what changes anything in the name of a session, and
   * every form of our pages, must prove that a page of ours asked. The proof may be a field, so the body comes first.
   */
  private assertOwnPage(request: Request, { takesForm }: RouteDemands): void {
    const isBySession = sessionOf(request) !== undefined && !isSafe(request.method);
    if (takesForm || isBySession) this.session.assertOwnPage(request);
  }
}
