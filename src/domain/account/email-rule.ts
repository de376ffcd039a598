import { InvalidError } from '../errors';

/** RFC 5321, 4.5.3.1: maximum path length without its angle brackets. */
export const MAX_EMAIL_LENGTH = 254;

/**
 * Validates an e-mail address; empty means none.
 * @throws InvalidError on the field `email`
 */
export function assertEmail(email: string): void {
  if (email !== '' && !isEmail(email)) {
    throw InvalidError.at(
      'email',
      'Enter a valid e-mail address, such as ann@example.org, or leave it empty.',
    );
  }
}

/**
 * Validates an address that a person wants to use in place of the present one.
 * @throws InvalidError on the field `email`
 */
export function assertNewEmail(email: string, present: string): void {
  if (!isEmail(email)) {
    throw InvalidError.at('email', 'Enter a valid e-mail address, such as ann@example.org.');
  }
  if (email.toLowerCase() === present.toLowerCase()) {
    throw InvalidError.at('email', 'Your account has this address already. Enter another one.');
  }
}

export interface EmailAddress {
  readonly email: string;
  /** The address of the account; otherwise the one that waits for its confirmation. */
  readonly isPrimary: boolean;
}

/** The address of an account and the one that waits for its confirmation, as far as it has them. */
export function emailsOf({ email, unverifiedEmail }: Emails): EmailAddress[] {
  return [
    ...(email === '' ? [] : [{ email, isPrimary: true }]),
    ...(unverifiedEmail === null ? [] : [{ email: unverifiedEmail, isPrimary: false }]),
  ];
}

interface Emails {
  readonly email: string;
  readonly unverifiedEmail: string | null;
}

export interface PendingEmail {
  readonly unverifiedEmail: string;
}

/** Whether a link may confirm the new address: only of active accounts that have one. */
export function canConfirmEmail<Account extends Emails & { readonly isActive: boolean }>(
  account: Account | null,
): account is Account & PendingEmail {
  return account !== null && account.isActive && account.unverifiedEmail !== null;
}

/** Dot-atom of RFC 5322, with letters of all languages (RFC 6531); no quoted text, which no person uses. */
const ATOM = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\x60{|}~\-]+`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\-]{0,61}[\p{L}\p{M}\p{N}])?`;
const EMAIL = new RegExp(`^(?=.{1,64}@)${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})*$`, 'u');

function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text);
}
