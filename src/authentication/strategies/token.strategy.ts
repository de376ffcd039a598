import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../domain/account/actor';
import { UnauthenticatedError } from '../../domain/errors';
import { CredentialService } from '../../modules/credential/credential.service';
import { parseToken } from './authorization-header';
import { type HeaderStrategy, malformedHeader, type AuthenticationFailure } from './header-strategy';

/** `Authorization: Token`, which Passport has no strategy for. */
@Injectable()
export class TokenStrategy implements HeaderStrategy {
  constructor(private readonly credentials: CredentialService) {}

  async authenticate(sent: string): Promise<UserActor | AuthenticationFailure> {
    const key = parseToken(sent);
    if (key === undefined) return malformedHeader();
    return (await this.credentials.actorOfToken(key)) ?? new UnauthenticatedError('Invalid token.');
  }
}
