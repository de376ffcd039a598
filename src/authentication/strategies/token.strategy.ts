import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import type { StrategyCreated } from 'passport';
import { Strategy as HttpBearerStrategy } from 'passport-http-bearer';
import type { UserActor } from '../../domain/account/actor';
import { UnauthenticatedError, OAuthError } from '../../domain/errors';
import { CredentialService } from '../../modules/account/credential/credential.service';
import { credentialsOf, malformedHeader, parseToken, withAuthorization } from './authorization-header';
import { BearerService } from '../../modules/account/oauth/bearer.service';

/** `Authorization: Token`, read by passport-http-bearer under another scheme. */
@Injectable()
export class TokenStrategy extends PassportStrategy(HttpBearerStrategy, 'token') {
  constructor(private readonly credentials: CredentialService) {
    super();
  }

  override authenticate(this: StrategyCreated<TokenStrategy>, request: Request): void {
    const sent = credentialsOf(request, 'token');
    if (sent === undefined) return this.fail();
    const key = parseToken(sent);
    if (key === undefined) return this.error(malformedHeader());
    super.authenticate(withAuthorization(`Bearer ${key}`));
  }

  /** @throws UnauthenticatedError for an unknown token, or when the account is not active */
  async validate(key: string): Promise<UserActor> {
    const actor = await this.credentials.actorOfToken(key);
    if (actor === undefined) throw new UnauthenticatedError('Invalid token.');
    return actor;
  }
}

/** `Authorization: Bearer`; never by query or body, which end up in logs (RFC 9700 4.3.2). */
@Injectable()
export class BearerStrategy extends PassportStrategy(HttpBearerStrategy, 'bearer') {
  constructor(private readonly bearers: BearerService) {
    super();
  }

  override authenticate(this: StrategyCreated<BearerStrategy>, request: Request): void {
    const sent = credentialsOf(request, 'bearer');
    if (sent === undefined) return this.fail();
    const token = parseToken(sent);
    if (token === undefined) return this.error(invalidToken());
    super.authenticate(withAuthorization(`Bearer ${token}`));
  }

  /** @throws OAuthError for an unknown, revoked or expired token */
  async validate(token: string): Promise<UserActor> {
    const actor = await this.bearers.actorOf(token);
    if (actor === undefined) throw invalidToken();
    return actor;
  }
}

function invalidToken(): OAuthError {
  return new OAuthError('invalid_token', 'Invalid token.');
}
