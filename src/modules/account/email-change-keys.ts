import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { SecretKey } from '../../config/secret-key';
import { canConfirmEmail, type PendingEmail } from '../../domain/account/email-rule';
import { InvalidError } from '../../domain/errors';
import { AccountRepository, type UserWithPassword } from './account.repository';
import { type AccountKey, AccountKeySigner } from './account-key-signer';

/** Account with the address that its person wants to use. */
export type ChangingUser = UserWithPassword & PendingEmail;

/**
 * Keys of links that confirm an e-mail address, signed for the present address, the new one and the password, so that a
 * change of any invalidates them (decision 174).
 */
@Injectable()
export class EmailChangeKeys {
  private readonly signer: AccountKeySigner;

  constructor(
    private readonly accounts: AccountRepository,
    private readonly clock: Clock,
    secretKey: SecretKey,
  ) {
    this.signer = new AccountKeySigner(secretKey.derive('email changes'));
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

const stateOf = ({ email, unverifiedEmail, passwordHash }: ChangingUser) => [
  email,
  unverifiedEmail,
  passwordHash,
];
