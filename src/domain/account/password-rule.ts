import { InvalidError } from '../errors';

const MIN_PASSWORD_LENGTH = 8;
/** Bounds the cost of hashing, which anonymous callers can trigger. */
const MAX_PASSWORD_LENGTH = 1024;
/** More than an attacker can try within months (docs/sign-in.md); zxcvbn's score 2. */
const MIN_GUESSES = 1_000_000;
/** Shorter parts of names are in many good passwords. */
const MIN_PERSONAL_WORD_LENGTH = 3;

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

/**
 * Refuses a new password that is found soon.
 * @param guesses estimate of zxcvbn
 * @param field name of the input, for the error
 * @throws InvalidError on that field
 */
export function assertUncommon(guesses: number, field: string): void {
  if (guesses >= MIN_GUESSES) return;
  throw InvalidError.at(
    field,
    'Too common: this password is guessed quickly. Choose a longer one without your name, such as four unrelated words.',
  );
}

/** Words that attackers try first for an account: its username, its e-mail address and their parts. */
export function personalWordsOf(username: string, email: string): string[] {
  const [local = ''] = email.split('@');
  const words = [username, email, local, ...`${username} ${email}`.split(/[^\p{L}\p{N}]+/u)];
  return [...new Set(words.map((word) => word.toLowerCase()))].filter(
    (word) => word.length >= MIN_PERSONAL_WORD_LENGTH,
  );
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
