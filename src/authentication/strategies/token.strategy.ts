import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import type { StrategyCreated } from 'passport';
import { Strategy as HttpBearerStrategy } from 'passport-http-bearer';
import type { UserActor } from '../../domain/account/actor';
import { UnauthenticatedError } from '../../domain/errors';
import { CredentialService } from '../../modules/credential/credential.service';
import { credentialsOf, malformedHeader, parseToken, withAuthorization } from './authorization-header';

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
