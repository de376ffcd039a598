import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import type { StrategyCreated } from 'passport';
import { Strategy as HttpBearerStrategy } from 'passport-http-bearer';
import type { UserActor } from '../../domain/account/actor';
import { OAuthError } from '../../domain/errors';
import { BearerService } from '../../modules/oauth/bearer.service';
import { credentialsOf, parseToken, withAuthorization } from './authorization-header';

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
