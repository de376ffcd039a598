import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { SecretKey } from '../../config/secret-key';
import { canResetPassword } from '../../domain/account/password-rule';
import { NotFoundError, orNotFound } from '../../domain/errors';
import { AccountRepository, type UserWithPassword } from './account.repository';
import { type AccountKey, AccountKeySigner } from './account-key-signer';

/** Keys of password reset links, signed for the present password, so that a change invalidates them (decision 149). */
@Injectable()
export class PasswordResetKeys {
  private readonly signer: AccountKeySigner;

  constructor(
    private readonly accounts: AccountRepository,
    private readonly clock: Clock,
    secretKey: SecretKey,
  ) {
    this.signer = new AccountKeySigner(secretKey.derive('password resets'));
  }

  issue({ id, passwordHash }: UserWithPassword): AccountKey {
    return this.signer.issue(id, [passwordHash], this.clock.now());
  }

  /** Account of a key that can be used. @throws NotFoundError for any other */
  async find(key: string): Promise<UserWithPassword & { readonly passwordHash: string }> {
    const parts = orNotFound(this.signer.read(key, this.clock.now()));
    const user = await this.accounts.findWithPasswordById(parts.userId);
    if (!canResetPassword(user)) throw new NotFoundError();
    if (!this.signer.isValid(parts, [user.passwordHash])) throw new NotFoundError();
    return user;
  }
}
