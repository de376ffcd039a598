import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import passport, { type Strategy as PassportStrategy } from 'passport';
import { type Actor, ANONYMOUS, type UserActor } from '../../domain/account/actor';
import { type DomainError, OAuthError, UnauthenticatedError } from '../../domain/errors';
import { POLICY, type Policy } from '../../access/policy';
import { setActor, setSession } from '../../access/request-actor';
import { readAuthorization, readPasswordPair, readToken } from '../strategies/authorization-header';
import { BasicStrategy } from '../strategies/basic.strategy';
import { BearerStrategy } from '../strategies/bearer.strategy';
import { SessionStrategy } from '../strategies/session.strategy';
import { TokenStrategy } from '../strategies/token.strategy';

interface Scheme {
  readonly strategy: PassportStrategy;
  readonly isWellFormed: (value: string) => boolean;
  /** What is said of credentials that do not hold. */
  readonly refuse: () => DomainError;
  /** What is said of a header that holds none; the same for all but one scheme. */
  readonly refuseMalformed?: () => DomainError;
}

const malformed = (): DomainError =>
  new UnauthenticatedError(
    'Invalid Authorization header; send the scheme and one word of credentials after it.',
  );
const invalidBearer = (): DomainError => new OAuthError('invalid_token', 'Invalid token.');

/**
 * Says who is asking. No credentials: anonymous. Credentials that do not hold: 401, on public routes too, so that a
 * script with a mistyped token hears of it (decision 3).
 */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  private readonly schemes: ReadonlyMap<string, Scheme>;

  constructor(
    token: TokenStrategy,
    basic: BasicStrategy,
    bearer: BearerStrategy,
    private readonly session: SessionStrategy,
    private readonly reflector: Reflector,
  ) {
    this.schemes = new Map<string, Scheme>([
      [
        'token',
        {
          strategy: token,
          isWellFormed: (value) => readToken(value) !== undefined,
          refuse: () => new UnauthenticatedError('Invalid token.'),
        },
      ],
      [
        'basic',
        {
          strategy: basic,
          isWellFormed: (value) => readPasswordPair(value) !== undefined,
          refuse: () => new UnauthenticatedError('Invalid username/password.'),
        },
      ],
      [
        'bearer',
        {
          strategy: bearer,
          isWellFormed: (value) => readToken(value) !== undefined,
          refuse: invalidBearer,
          refuseMalformed: invalidBearer,
        },
      ],
    ]);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const policy = this.reflector.get<Policy | undefined>(POLICY, context.getHandler());
    const actor =
      policy?.kind === 'application'
        ? ANONYMOUS
        : await this.actorOf(request, context.switchToHttp().getResponse<Response>());
    setActor(request, actor);
    return true;
  }

  /** A header is sent on purpose; the cookie counts only where there is none. */
  private async actorOf(request: Request, response: Response): Promise<Actor> {
    const header = request.headers.authorization;
    if (header !== undefined) return this.userOf(header, request, response);
    const session = await this.session.authenticate(request);
    if (session === undefined) return ANONYMOUS;
    setSession(request, session);
    return session.actor;
  }

  private async userOf(header: string, request: Request, response: Response): Promise<UserActor> {
    const authorization = readAuthorization(header);
    const scheme = this.schemes.get(authorization?.scheme ?? header.trim().toLowerCase());
    if (scheme === undefined) {
      throw new UnauthenticatedError(
        'Unknown scheme in the Authorization header; send Token, Bearer or Basic credentials.',
      );
    }
    if (authorization === undefined || !scheme.isWellFormed(authorization.value)) {
      throw (scheme.refuseMalformed ?? malformed)();
    }
    const user = await runStrategy(scheme.strategy, request, response);
    if (user === undefined) throw scheme.refuse();
    return user;
  }
}

/**
 * Passport answers by calling back or by calling `next`; either settles the promise. It writes the callbacks of a request
 * onto the strategy, so that every request needs one of its own: on a shared one, requests that are checked at the same
 * time would be given each other's users.
 */
function runStrategy(
  strategy: PassportStrategy,
  request: Request,
  response: Response,
): Promise<UserActor | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (error: unknown, user?: UserActor | false | null): void => {
      if (error instanceof Error) reject(error);
      else resolve(user === false || user === null ? undefined : user);
    };
    const own = Object.create(strategy) as PassportStrategy;
    const middleware = passport.authenticate(own, { session: false }, settle) as (
      request: Request,
      response: Response,
      next: (error?: unknown) => void,
    ) => void;
    middleware(request, response, settle);
  });
}
