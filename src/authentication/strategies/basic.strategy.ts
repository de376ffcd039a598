import { Injectable } from '@nestjs/common';
import { BasicStrategy as PassportBasicStrategy } from 'passport-http';
import type { UserActor } from '../../domain/account/actor';
import { UnauthenticatedError } from '../../domain/errors';
import { CredentialService } from '../../modules/credential/credential.service';
import { type BasicCredentials, parseBasicCredentials, parseToken } from './authorization-header';
import {
  type HeaderStrategy,
  malformedHeader,
  type AuthenticationFailure,
  type CredentialSource,
} from './header-strategy';
import { runPassport, reportTo } from './run-passport';

/** `Authorization: Basic`, by passport-http, after a lookup in the credential cache. */
@Injectable()
export class BasicStrategy implements HeaderStrategy {
  constructor(private readonly credentials: CredentialService) {}

  async authenticate(
    sent: string,
    { address, isOdata }: CredentialSource,
  ): Promise<UserActor | AuthenticationFailure> {
    const pair = parseBasicCredentials(sent);
    if (pair === undefined) return malformedHeader();
    const byToken = isOdata ? await this.actorOfToken(pair) : undefined;
    if (byToken !== undefined) return byToken;
    const cached = this.credentials.cachedActor(pair.username, pair.password, address);
    if (cached !== undefined) return cached;
    const strategy = new PassportBasicStrategy((username, password, done) =>
      reportTo(
        this.credentials.actorOfPassword(decodeURIComponent(username), decodeURIComponent(password), address),
        done,
      ),
    );
    const user = await runPassport(strategy, withOneColon(pair));
    return user ?? new UnauthenticatedError('Invalid username/password.');
  }

  /** Accepts a token of the user as password, for OData clients (decision 40). */
  private async actorOfToken({ username, password }: BasicCredentials): Promise<UserActor | undefined> {
    const key = parseToken(password);
    const actor = key === undefined ? undefined : await this.credentials.actorOfToken(key);
    return actor?.username.toLowerCase() === username.toLowerCase() ? actor : undefined;
  }
}

/** Encodes both parts: passport-http splits at every colon, and a password may contain some. */
function withOneColon({ username, password }: { username: string; password: string }): string {
  const pair = `${encodeURIComponent(username)}:${encodeURIComponent(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}
