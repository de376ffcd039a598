import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { SecretKey } from '../../config/secret-key';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { SERVICE, type UserActor } from '../../domain/account/actor';
import { assertOwnCredential } from '../../domain/account/own-credential';
import { assertPassword } from '../../domain/account/password-rule';
import { InvalidError, NotFoundError } from '../../domain/errors';
import { AuditService } from '../audit/audit.service';
import { AccountRepository, type UserWithPassword } from './account.repository';
import { CredentialRevocationService } from './credential-revocation.service';
import { PasswordHasher } from './password-hasher';

export interface PasswordReset {
  readonly key: string;
  readonly expires: Date;
}

const LIFETIME_MS = 24 * 60 * 60_000;
/** User id and expiry in milliseconds, base 36, then the signature. */
const KEY_PATTERN = /^([0-9a-z]{1,8})-([0-9a-z]{1,10})-([\w-]{43})$/;

/** One-time links to set a password, signed for the present one, so that a change invalidates them (decision 149). */
@Injectable()
export class PasswordResetService {
  private readonly signingKey: Buffer;

  constructor(
    private readonly accounts: AccountRepository,
    private readonly hasher: PasswordHasher,
    private readonly credentials: CredentialRevocationService,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    secretKey: SecretKey,
  ) {
    this.signingKey = secretKey.derive('password resets');
  }

  /**
   * @throws DeniedError for a delegated credential
   * @throws NotFoundError for an unknown user
   * @throws InvalidError for an account that is not active
   */
  async issue(actor: UserActor, username: string): Promise<PasswordReset> {
    assertOwnCredential(actor);
    const user = await this.accounts.findWithPassword(username);
    // AnonymousUser has no password.
    if (user === null || user.passwordHash === null) throw new NotFoundError();
    if (!user.isActive) throw new InvalidError('The account is not active. Reactivate it first.');
    const expires = new Date(this.clock.now().getTime() + LIFETIME_MS);
    const metadata = { account: user.username, password_reset: 'issued' };
    await this.unitOfWork.run((transaction) =>
      this.audit.recordAccountEvent(transaction, actor, { action: 'update', metadata }),
    );
    const parts = [user.id.toString(36), expires.getTime().toString(36)];
    return { key: [...parts, this.sign(user, expires.getTime())].join('-'), expires };
  }

  /** Username of a link that can be used. @throws NotFoundError for any other */
  async usernameOf(key: string): Promise<string> {
    return (await this.find(key)).username;
  }

  /**
   * Sets the password and revokes all credentials of the account (decision 67).
   * @throws NotFoundError for a key that is malformed, expired or used
   * @throws InvalidError by field
   */
  async complete(key: string, newPassword: string): Promise<void> {
    const { id, username, passwordHash } = await this.find(key);
    assertPassword(newPassword, 'new_password');
    const next = await this.hasher.hash(newPassword);
    await this.unitOfWork.run(async (transaction) => {
      if (!(await this.accounts.replacePassword(transaction, id, passwordHash ?? '', next))) {
        throw new NotFoundError();
      }
      await this.credentials.revokeAll(transaction, { userId: id });
      const metadata = { account: username, password: 'changed', password_reset: 'used' };
      await this.audit.recordAccountEvent(transaction, SERVICE, { action: 'update', metadata });
    });
  }

  private async find(key: string): Promise<UserWithPassword> {
    const [, id = '', time = '', signature = ''] = KEY_PATTERN.exec(key) ?? [];
    const userId = parseInt(id, 36);
    const expires = parseInt(time, 36);
    const isLive = userId <= 0x7fffffff && expires > this.clock.now().getTime();
    const user = isLive ? await this.accounts.findWithPasswordById(userId) : null;
    if (user?.isActive !== true || user.passwordHash === null) throw new NotFoundError();
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
