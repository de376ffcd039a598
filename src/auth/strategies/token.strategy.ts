import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport';
import type { UserActor } from '../../domain/account/actor';
import { CredentialService } from '../../modules/credential/credential.service';
import { readAuthorization, readToken } from './authorization-header';

type Verify = (key: string, done: (error: unknown, user?: UserActor) => void) => void;

/** Passport's part: takes the key out of `Authorization: Token <key>`. No package knows this scheme. */
class TokenHeaderStrategy extends Strategy {
  override readonly name = 'token';

  constructor(private readonly verify: Verify) {
    super();
  }

  override authenticate(request: Request): void {
    const key = readToken(readAuthorization(request.headers.authorization ?? '')?.value ?? '');
    if (key === undefined) return this.fail('Invalid token header.', 401);
    this.verify(key, (error, user) => {
      if (error !== null && error !== undefined) this.error(error);
      else if (user === undefined) this.fail('Invalid token.', 401);
      else this.success(user);
    });
  }
}

@Injectable()
export class TokenStrategy extends PassportStrategy(TokenHeaderStrategy, 'token') {
  constructor(private readonly credentials: CredentialService) {
    super();
  }

  validate(key: string): Promise<UserActor | undefined> {
    return this.credentials.actorOfToken(key);
  }
}
