import { Injectable } from '@nestjs/common';
import { BasicStrategy as PassportBasicStrategy } from 'passport-http';
import type { UserActor } from '../../domain/account/actor';
import { UnauthenticatedError } from '../../domain/errors';
import { CredentialService } from '../../modules/credential/credential.service';
import { type PasswordPair, readPasswordPair, readToken } from './authorization-header';
import { type HeaderStrategy, malformed, type Refusal, type SignInPlace } from './header-strategy';
import { runPassport, tell } from './run-passport';

/** `Authorization: Basic`, by passport-http; a pair that is remembered needs nothing of it. */
@Injectable()
export class BasicStrategy implements HeaderStrategy {
  constructor(private readonly credentials: CredentialService) {}

  async authenticate(sent: string, { address, isOfFeed }: SignInPlace): Promise<UserActor | Refusal> {
    const pair = readPasswordPair(sent);
    if (pair === undefined) return malformed();
    const byToken = isOfFeed ? await this.actorOfToken(pair) : undefined;
    if (byToken !== undefined) return byToken;
    const remembered = this.credentials.rememberedActor(pair.username, pair.password, address);
    if (remembered !== undefined) return remembered;
    const strategy = new PassportBasicStrategy((username, password, done) =>
      tell(
        this.credentials.actorOfPassword(decodeURIComponent(username), decodeURIComponent(password), address),
        done,
      ),
    );
    const user = await runPassport(strategy, withOneColon(pair));
    return user ?? new UnauthenticatedError('Invalid username/password.');
  }

  /** A token of that user in the place of the password (decision 40). */
  private async actorOfToken({ username, password }: PasswordPair): Promise<UserActor | undefined> {
    const key = readToken(password);
    const actor = key === undefined ? undefined : await this.credentials.actorOfToken(key);
    return actor?.username.toLowerCase() === username.toLowerCase() ? actor : undefined;
  }
}

/** passport-http splits a pair at every colon, and a password may hold some: it is shown one where they are encoded. */
function withOneColon({ username, password }: { username: string; password: string }): string {
  const pair = `${encodeURIComponent(username)}:${encodeURIComponent(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}
