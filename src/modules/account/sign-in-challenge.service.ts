import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { SecretKey } from '../../config/secret-key';
import { orNotFound } from '../../domain/errors';
import { AccountKeySigner } from './account-key-signer';
import { AccountRepository } from './account.repository';
import type { Account } from './account.service';

export const CHALLENGE_TTL_MS = 10 * 60_000;

/**
 * Remembers a verified password between the two steps of a sign-in, in a signed token. It is no credential: it allows to
 * enter a code. A password change and a deactivation void it.
 */
@Injectable()
export class SignInChallengeService {
  private readonly signer: AccountKeySigner;

  constructor(
    private readonly accounts: AccountRepository,
    private readonly clock: Clock,
    secretKey: SecretKey,
  ) {
    this.signer = new AccountKeySigner(secretKey.derive('sign-in challenges'), CHALLENGE_TTL_MS);
  }

  /** @throws NotFoundError if the account was deleted meanwhile */
  async issue(userId: number): Promise<string> {
    const { passwordHash } = orNotFound(await this.accounts.findWithPasswordById(userId));
    return this.signer.issue(userId, [passwordHash], this.clock.now()).key;
  }

  /** Returns the account whose password was verified; undefined for an invalid or expired token. */
  async verify(token: string): Promise<Account | undefined> {
    const parts = this.signer.read(token, this.clock.now());
    if (parts === undefined) return undefined;
    const user = await this.accounts.findWithPasswordById(parts.userId);
    if (user?.isActive !== true) return undefined;
    return this.signer.isValid(parts, [user.passwordHash]) ? user : undefined;
  }
}
