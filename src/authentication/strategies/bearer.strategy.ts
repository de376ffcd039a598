import { Injectable } from '@nestjs/common';
import { Strategy as PassportBearerStrategy } from 'passport-http-bearer';
import type { UserActor } from '../../domain/account/actor';
import { OAuthError } from '../../domain/errors';
import { BearerService } from '../../modules/oauth/bearer.service';
import { parseToken } from './authorization-header';
import type { HeaderStrategy, AuthenticationFailure } from './header-strategy';
import { runPassport, reportTo } from './run-passport';

/** `Authorization: Bearer`, by passport-http-bearer; never by query or body, which end up in logs (RFC 9700 4.3.2). */
@Injectable()
export class BearerStrategy implements HeaderStrategy {
  constructor(private readonly bearers: BearerService) {}

  async authenticate(sent: string): Promise<UserActor | AuthenticationFailure> {
    const token = parseToken(sent);
    const strategy = new PassportBearerStrategy((key, done) => reportTo(this.bearers.actorOf(key), done));
    const user = token === undefined ? undefined : await runPassport(strategy, `Bearer ${token}`);
    return user ?? new OAuthError('invalid_token', 'Invalid token.');
  }
}
