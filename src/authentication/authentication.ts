import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Policy } from '../authorization/policy';
import { setActor, setSession } from '../authorization/request-actor';
import { type Actor, ANONYMOUS, type RequestOrigin } from '../domain/account/actor';
import { DomainError, UnauthenticatedError } from '../domain/errors';
import { isFeed } from '../http/negotiation/feed-path';
import { readAuthorization } from './strategies/authorization-header';
import { BasicStrategy } from './strategies/basic.strategy';
import { BearerStrategy } from './strategies/bearer.strategy';
import type { HeaderStrategy } from './strategies/header-strategy';
import { SessionStrategy } from './strategies/session.strategy';
import { TokenStrategy } from './strategies/token.strategy';

/**
 * Says who is asking. No credentials: anonymous. Credentials that do not hold: 401, on public routes too, so that a
 * script with a mistyped token hears of it (decision 3).
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

  /** @throws UnauthenticatedError, OAuthError; TooManyError where too much was guessed */
  async identify(request: Request, policy: Policy | undefined): Promise<void> {
    const isNobodyAsked = policy?.kind === 'application' || policy?.kind === 'unasked';
    const actor = isNobodyAsked ? ANONYMOUS : await this.actorOf(request);
    setActor(request, { ...actor, from: originOf(request) });
  }

  /** A header is sent on purpose; the cookie counts only where there is none. */
  private async actorOf(request: Request): Promise<Actor> {
    const header = request.headers.authorization;
    if (header !== undefined) return this.actorOfHeader(header, request);
    const session = await this.session.authenticate(request);
    if (session === undefined) return ANONYMOUS;
    setSession(request, session);
    return session.actor;
  }

  private async actorOfHeader(header: string, { ip, path }: Request): Promise<Actor> {
    const { scheme, credentials } = readAuthorization(header);
    const strategy = this.strategies.get(scheme);
    if (strategy === undefined) {
      throw new UnauthenticatedError(
        'Unknown scheme in the Authorization header; send Token, Bearer or Basic credentials.',
      );
    }
    const found = await strategy.authenticate(credentials, { address: ip, isOfFeed: isFeed(path) });
    if (found instanceof DomainError) throw found;
    return found;
  }
}

/** Names of programs can be as long as a header may be; this much of one is kept. */
const LONGEST_AGENT = 255;

function originOf(request: Request): RequestOrigin {
  return {
    address: request.ip ?? null,
    agent: request.get('user-agent')?.slice(0, LONGEST_AGENT) ?? null,
  };
}
