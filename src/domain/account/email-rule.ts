import { InvalidError } from '../errors';

/** RFC 5321, 4.5.3.1: maximum path length without its angle brackets. */
export const MAX_EMAIL_LENGTH = 254;

/**
 * Validates an e-mail address loosely; empty means none.
 * @throws InvalidError on the field `email`
 */
export function assertEmail(email: string): void {
  if (email !== '' && (email.length > MAX_EMAIL_LENGTH || !/^[^\s@]+@[^\s@]+$/u.test(email))) {
    throw new InvalidError({
      email: ['Enter a valid e-mail address, such as ann@example.org, or leave it empty.'],
    });
  }
}
