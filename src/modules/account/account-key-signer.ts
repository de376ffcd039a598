import { createHmac, timingSafeEqual } from 'node:crypto';

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
    private readonly signingKey: Buffer,
    private readonly ttlMs = LINK_TTL_MS,
  ) {}

  issue(userId: number, state: readonly unknown[], now: Date): AccountKey {
    const expires = new Date(now.getTime() + this.ttlMs);
    const parts = [userId.toString(36), expires.getTime().toString(36)];
    return { key: [...parts, this.sign(userId, expires.getTime(), state)].join('-'), expires };
  }

  /** Parts of a key that has not expired; its signature is not verified yet. */
  read(key: string, now: Date): ReadKey | undefined {
    const [, id = '', time = '', signature = ''] = KEY_PATTERN.exec(key) ?? [];
    const userId = parseInt(id, 36);
    const expires = parseInt(time, 36);
    return userId <= 0x7fffffff && expires > now.getTime() ? { userId, expires, signature } : undefined;
  }

  isValid({ userId, expires, signature }: ReadKey, state: readonly unknown[]): boolean {
    return timingSafeEqual(Buffer.from(signature), Buffer.from(this.sign(userId, expires, state)));
  }

  private sign(userId: number, expires: number, state: readonly unknown[]): string {
    return createHmac('sha256', this.signingKey)
      .update(JSON.stringify([userId, expires, ...state]))
      .digest('base64url');
  }
}
