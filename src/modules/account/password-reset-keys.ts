import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { SecretKey } from '../../config/secret-key';
import { canResetPassword } from '../../domain/account/password-reset-rule';
import { NotFoundError } from '../../domain/errors';
import { AccountRepository, type UserWithPassword } from './account.repository';

export interface PasswordResetKey {
  readonly key: string;
  readonly expires: Date;
}

const LIFETIME_MS = 24 * 60 * 60_000;
/** User id and expiry in milliseconds, base 36, then the signature. */
const KEY_PATTERN = /^([0-9a-z]{1,8})-([0-9a-z]{1,10})-([\w-]{43})$/;

/** Keys of password reset links, signed for the present password, so that a change invalidates them (decision 149). */
@Injectable()
export class PasswordResetKeys {
  private readonly signingKey: Buffer;

  constructor(
    private readonly accounts: AccountRepository,
    private readonly clock: Clock,
    secretKey: SecretKey,
  ) {
    this.signingKey = secretKey.derive('password resets');
  }

  issue(user: UserWithPassword): PasswordResetKey {
    const expires = new Date(this.clock.now().getTime() + LIFETIME_MS);
    const parts = [user.id.toString(36), expires.getTime().toString(36)];
    return { key: [...parts, this.sign(user, expires.getTime())].join('-'), expires };
  }

  /** Account of a key that can be used. @throws NotFoundError for any other */
  async find(key: string): Promise<UserWithPassword & { readonly passwordHash: string }> {
    const [, id = '', time = '', signature = ''] = KEY_PATTERN.exec(key) ?? [];
    const userId = parseInt(id, 36);
    const expires = parseInt(time, 36);
    const isLive = userId <= 0x7fffffff && expires > this.clock.now().getTime();
    const user = isLive ? await this.accounts.findWithPasswordById(userId) : null;
    if (!canResetPassword(user)) throw new NotFoundError();
    const isValid = timingSafeEqual(Buffer.from(signature), Buffer.from(this.sign(user, expires)));
    if (!isValid) throw new NotFoundError();
    return user;
  }

  private sign({ id, passwordHash }: UserWithPassword, expires: number): string {
    return createHmac('sha256', this.signingKey)
      .update(JSON.stringify([id, expires, passwordHash]))
      .digest('base64url');
  }
}
