import { Injectable } from '@nestjs/common';
import { Strategy as PassportBearerStrategy } from 'passport-http-bearer';
import type { UserActor } from '../../domain/account/actor';
import { OAuthError } from '../../domain/errors';
import { BearerService } from '../../modules/oauth/bearer.service';
import { readToken } from './authorization-header';
import type { HeaderStrategy, Refusal } from './header-strategy';
import { runPassport, tell } from './run-passport';

/**
 * `Authorization: Bearer`, by passport-http-bearer. It sees the header alone: a token in the query or the body would get
 * into logs and histories (RFC 9700 4.3.2).
 */
@Injectable()
export class BearerStrategy implements HeaderStrategy {
  constructor(private readonly bearers: BearerService) {}

  async authenticate(sent: string): Promise<UserActor | Refusal> {
    const token = readToken(sent);
    const strategy = new PassportBearerStrategy((key, done) => tell(this.bearers.actorOf(key), done));
    const user = token === undefined ? undefined : await runPassport(strategy, `Bearer ${token}`);
    return user ?? new OAuthError('invalid_token', 'Invalid token.');
  }
}
