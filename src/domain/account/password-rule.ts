import { InvalidError } from '../errors';

const MIN_PASSWORD_LENGTH = 8;
/** Bounds the cost of hashing, which anonymous callers can trigger. */
const MAX_PASSWORD_LENGTH = 1024;

/**
 * Validates a new password: 8 to 1024 characters.
 * @param field name of the input, for the error
 * @throws InvalidError on that field
 */
export function assertPassword(password: string, field: string): void {
  if (password.length < MIN_PASSWORD_LENGTH) {
    throw InvalidError.at(field, `Choose a password of at least ${MIN_PASSWORD_LENGTH} characters.`);
  }
  if (password.length > MAX_PASSWORD_LENGTH) {
    throw InvalidError.at(field, `Choose a password of at most ${MAX_PASSWORD_LENGTH} characters.`);
  }
}

interface ResettableAccount {
  readonly isActive: boolean;
  readonly passwordHash: string | null;
}

/** Whether a reset link may set the password: only of active accounts that have one. AnonymousUser has none. */
export function canResetPassword<Account extends ResettableAccount>(
  account: Account | null,
): account is Account & { readonly passwordHash: string } {
  return account !== null && account.isActive && account.passwordHash !== null;
}
