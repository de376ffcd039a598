import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { SecretKey } from '../../config/secret-key';
import { canConfirmEmail, type PendingEmail } from '../../domain/account/email-rule';
import { InvalidError, NotFoundError, orNotFound } from '../../domain/errors';
import { AccountRepository, type UserWithPassword } from './account.repository';
import { canResetPassword } from '../../domain/account/password-rule';

/** Key of a link that only the holder of a mailbox, or an administrator, gets, or of the second step of a sign-in. */
export interface AccountKey {
  readonly key: string;
  readonly expires: Date;
}

interface ReadKey {
  readonly userId: number;
  /** In milliseconds. */
  readonly expires: number;
  readonly signature: string;
}

/** Of links in mails. */
const LINK_TTL_MS = 24 * 60 * 60_000;
/** User id and expiry in milliseconds, base 36, then the signature. */
const KEY_PATTERN = /^([0-9a-z]{1,8})-([0-9a-z]{1,10})-([\w-]{43})$/;

/** Signs keys for the present state of an account, so that a change of it invalidates them. */
export class AccountKeySigner {
  constructor(
    private readonly signingKeys: readonly [Buffer, ...Buffer[]],
    private readonly ttlMs = LINK_TTL_MS,
  ) {}

  issue(userId: number, state: readonly unknown[], now: Date): AccountKey {
    const expires = new Date(now.getTime() + this.ttlMs);
    const parts = [userId.toString(36), expires.getTime().toString(36)];
    return {
      key: [...parts, this.sign(this.signingKeys[0], userId, expires.getTime(), state)].join('-'),
      expires,
    };
  }

  /** Parts of a key that has not expired; its signature is not verified yet. */
  read(key: string, now: Date): ReadKey | undefined {
    const [, id = '', time = '', signature = ''] = KEY_PATTERN.exec(key) ?? [];
    const userId = parseInt(id, 36);
    const expires = parseInt(time, 36);
    return userId <= 0x7fffffff && expires > now.getTime() ? { userId, expires, signature } : undefined;
  }

  isValid({ userId, expires, signature }: ReadKey, state: readonly unknown[]): boolean {
    return this.signingKeys.some((key) =>
      timingSafeEqual(Buffer.from(signature), Buffer.from(this.sign(key, userId, expires, state))),
    );
  }

  private sign(key: Buffer, userId: number, expires: number, state: readonly unknown[]): string {
    return createHmac('sha256', key)
      .update(JSON.stringify([userId, expires, ...state]))
      .digest('base64url');
  }
}

/** Account with the address that its person wants to use. */
export type ChangingUser = UserWithPassword & PendingEmail;

/**
 * Keys of links that confirm an e-mail address, signed for the present address, the new one, the password and the last
 * deactivation, so that a change of any invalidates them (decision 149).
 */
@Injectable()
export class EmailChangeKeys {
  private readonly signer: AccountKeySigner;

  constructor(
    private readonly accounts: AccountRepository,
    private readonly clock: Clock,
    secretKey: SecretKey,
  ) {
    this.signer = new AccountKeySigner(secretKey.deriveAll('email changes'));
  }

  issue(user: ChangingUser): AccountKey {
    return this.signer.issue(user.id, stateOf(user), this.clock.now());
  }

  /** Account of a key that can be used. @throws InvalidError for any other */
  async find(key: string): Promise<ChangingUser> {
    const parts = this.signer.read(key, this.clock.now());
    const user = parts === undefined ? null : await this.accounts.findWithPasswordById(parts.userId);
    if (parts === undefined || !canConfirmEmail(user)) throw unusable();
    if (!this.signer.isValid(parts, stateOf(user))) throw unusable();
    return user;
  }
}

export function unusable(): InvalidError {
  return InvalidError.at(
    'key',
    'The link was used, has expired or was replaced. Ask for a new one on your account page.',
  );
}

const stateOf = ({ email, unverifiedEmail, passwordHash, dateDeactivated }: ChangingUser) => [
  email,
  unverifiedEmail,
  passwordHash,
  dateDeactivated,
];

/**
 * Keys of password reset links, signed for the present password, the e-mail address and the last deactivation, so that a
 * change of any invalidates them: a link in a mailbox ends when its person leaves that mailbox (decision 149).
 */
@Injectable()
export class PasswordResetKeys {
  private readonly signer: AccountKeySigner;

  constructor(
    private readonly accounts: AccountRepository,
    private readonly clock: Clock,
    secretKey: SecretKey,
  ) {
    this.signer = new AccountKeySigner(secretKey.deriveAll('password resets'));
  }

  issue(user: UserWithPassword): AccountKey {
    return this.signer.issue(user.id, resettable(user), this.clock.now());
  }

  /** Account of a key that can be used. @throws NotFoundError for any other */
  async find(key: string): Promise<UserWithPassword & { readonly passwordHash: string }> {
    const parts = orNotFound(this.signer.read(key, this.clock.now()));
    const user = await this.accounts.findWithPasswordById(parts.userId);
    if (!canResetPassword(user)) throw new NotFoundError();
    if (!this.signer.isValid(parts, resettable(user))) throw new NotFoundError();
    return user;
  }
}

const resettable = ({ passwordHash, email, dateDeactivated }: UserWithPassword) => [
  passwordHash,
  email,
  dateDeactivated,
];
