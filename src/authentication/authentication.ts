import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Policy } from '../authorization/policy';
import { setActor, setSession } from '../authorization/request-actor';
import { type Actor, ANONYMOUS, type RequestOrigin } from '../domain/account/actor';
import { DomainError, UnauthenticatedError } from '../domain/errors';
import { isODataPath } from '../http/negotiation/odata-path';
import { parseAuthorization } from './strategies/authorization-header';
import { BasicStrategy } from './strategies/basic.strategy';
import { BearerStrategy } from './strategies/bearer.strategy';
import type { HeaderStrategy } from './strategies/header-strategy';
import { SessionStrategy } from './strategies/session.strategy';
import { TokenStrategy } from './strategies/token.strategy';

/**
 * Identifies the caller. Without credentials: anonymous. With invalid ones: 401, on public routes too, so that a
 * mistyped token does not go unnoticed (decision 3).
 */
@Injectable()
export class Authentication {
  private readonly strategies: ReadonlyMap<string, HeaderStrategy>;

  constructor(
    token: TokenStrategy,
    basic: BasicStrategy,
    bearer: BearerStrategy,
    private readonly session: SessionStrategy,
  ) {
    this.strategies = new Map<string, HeaderStrategy>(Object.entries({ token, basic, bearer }));
  }

  /** @throws UnauthenticatedError, OAuthError; TooManyRequestsError after too many failed sign-ins */
  async authenticate(request: Request, policy: Policy | undefined): Promise<void> {
    const isSkipped = policy?.kind === 'application' || policy?.kind === 'unauthenticated';
    const actor = isSkipped ? ANONYMOUS : await this.actorOf(request);
    setActor(request, { ...actor, from: originOf(request) });
  }

  /** The header wins over the cookie: browsers send cookies on their own. */
  private async actorOf(request: Request): Promise<Actor> {
    const header = request.headers.authorization;
    if (header !== undefined) return this.actorOfHeader(header, request);
    const session = await this.session.authenticate(request);
    if (session === undefined) return ANONYMOUS;
    setSession(request, session);
    return session.actor;
  }

  private async actorOfHeader(header: string, { ip, path }: Request): Promise<Actor> {
    const { scheme, credentials } = parseAuthorization(header);
    const strategy = this.strategies.get(scheme);
    if (strategy === undefined) {
      throw new UnauthenticatedError(
        'Unknown scheme in the Authorization header; send Token, Bearer or Basic credentials.',
      );
    }
    const result = await strategy.authenticate(credentials, { address: ip, isOdata: isODataPath(path) });
    if (result instanceof DomainError) throw result;
    return result;
  }
}

const MAX_USER_AGENT_LENGTH = 255;

function originOf(request: Request): RequestOrigin {
  return {
    address: request.ip ?? null,
    agent: request.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
  };
}
