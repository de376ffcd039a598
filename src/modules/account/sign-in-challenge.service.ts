import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { SecretKey } from '../../config/secret-key';
import { orNotFound } from '../../domain/errors';
import { AccountRepository, type UserWithPassword } from './account.repository';
import type { Account } from './account.service';

export const CHALLENGE_TTL_MS = 10 * 60_000;

/**
 * Remembers a verified password between the two steps of a sign-in, in a signed token. It is no credential: it allows to
 * enter a code. A password change and a deactivation void it.
 */
@Injectable()
export class SignInChallengeService {
  private readonly hmacKey: Buffer;

  constructor(
    private readonly accounts: AccountRepository,
    private readonly clock: Clock,
    secretKey: SecretKey,
  ) {
    this.hmacKey = secretKey.derive('sign-in challenges');
  }

  /** @throws NotFoundError if the account was deleted meanwhile */
  async issue(userId: number): Promise<string> {
    const user = orNotFound(await this.accounts.findWithPasswordById(userId));
    const expires = this.clock.now().getTime() + CHALLENGE_TTL_MS;
    return `${userId}.${expires}.${this.sign(user, expires).toString('base64url')}`;
  }

  /** Returns the account whose password was verified; undefined for an invalid or expired token. */
  async verify(token: string): Promise<Account | undefined> {
    const [, id, expires, signature] = /^(\d{1,9})\.(\d{13})\.([\w-]{43})$/.exec(token) ?? [];
    if (id === undefined || Number(expires) <= this.clock.now().getTime()) return undefined;
    const user = await this.accounts.findWithPasswordById(Number(id));
    if (user?.isActive !== true) return undefined;
    const sent = Buffer.from(signature!, 'base64url');
    const expected = this.sign(user, Number(expires));
    return sent.length === expected.length && timingSafeEqual(sent, expected) ? user : undefined;
  }

  private sign({ id, passwordHash }: UserWithPassword, expires: number): Buffer {
    return createHmac('sha256', this.hmacKey)
      .update(JSON.stringify([id, expires, passwordHash]))
      .digest();
  }
}
