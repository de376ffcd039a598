import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../domain/account/actor';
import { UnauthenticatedError } from '../../domain/errors';
import { CredentialService } from '../../modules/credential/credential.service';
import { readToken } from './authorization-header';
import { type HeaderStrategy, malformed, type Refusal } from './header-strategy';

/** `Authorization: Token`. No package knows this scheme, and it needs none. */
@Injectable()
export class TokenStrategy implements HeaderStrategy {
  constructor(private readonly credentials: CredentialService) {}

  async authenticate(sent: string): Promise<UserActor | Refusal> {
    const key = readToken(sent);
    if (key === undefined) return malformed();
    return (await this.credentials.actorOfToken(key)) ?? new UnauthenticatedError('Invalid token.');
  }
}
