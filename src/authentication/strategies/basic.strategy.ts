import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import type { StrategyCreated } from 'passport';
import { BasicStrategy as HttpBasicStrategy } from 'passport-http';
import type { UserActor } from '../../domain/account/actor';
import { UnauthenticatedError } from '../../domain/errors';
import { isODataPath } from '../../http/negotiation/wire-format';
import { CredentialService } from '../../modules/account/credential/credential.service';
import {
  type BasicCredentials,
  credentialsOf,
  malformedHeader,
  parseBasicCredentials,
  parseToken,
  withAuthorization,
} from './authorization-header';

/** `Authorization: Basic`; verified passwords are cached. */
@Injectable()
export class BasicStrategy extends PassportStrategy(HttpBasicStrategy, 'basic') {
  constructor(private readonly credentials: CredentialService) {
    super({ passReqToCallback: true });
  }

  override authenticate(this: StrategyCreated<BasicStrategy>, request: Request): void {
    const sent = credentialsOf(request, 'basic');
    if (sent === undefined) return this.fail();
    const pair = parseBasicCredentials(sent);
    if (pair === undefined) return this.error(malformedHeader());
    if (pair.username === '' || pair.password === '') return this.error(invalidPassword());
    super.authenticate(withAuthorization(withOneColon(pair), request));
  }

  /**
   * @param encodedUsername as `withOneColon` encodes it, like the password
   * @throws UnauthenticatedError for a wrong password, or when the account is not active
   * @throws TooManyRequestsError after too many failures
   */
  async validate(
    { ip, path }: Pick<Request, 'ip' | 'path'>,
    encodedUsername: string,
    encodedPassword: string,
  ): Promise<UserActor> {
    const username = decodeURIComponent(encodedUsername);
    const password = decodeURIComponent(encodedPassword);
    const actor =
      (isODataPath(path) ? await this.actorOfToken({ username, password }) : undefined) ??
      this.credentials.cachedActor(username, password, ip) ??
      (await this.credentials.actorOfPassword(username, password, ip));
    if (actor === undefined) throw invalidPassword();
    return actor;
  }

  /** Accepts a token of the user as password, for OData clients (decision 23). */
  private async actorOfToken({ username, password }: BasicCredentials): Promise<UserActor | undefined> {
    const key = parseToken(password);
    const actor = key === undefined ? undefined : await this.credentials.actorOfToken(key);
    return actor?.username.toLowerCase() === username.toLowerCase() ? actor : undefined;
  }
}

/** Encodes both parts: passport-http splits at every colon, and a password may contain some. */
function withOneColon({ username, password }: BasicCredentials): string {
  const pair = `${encodeURIComponent(username)}:${encodeURIComponent(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

function invalidPassword(): UnauthenticatedError {
  return new UnauthenticatedError('Invalid username/password.');
}
