import { InvalidError } from '../errors';

/** RFC 5321, 4.5.3.1: the longest path, without its angle brackets. */
const LONGEST_EMAIL = 254;

/**
 * An address that mail could be sent to, or none. Only sending a mail would prove more.
 * @throws InvalidError on the field `email`
 */
export function assertEmail(email: string): void {
  if (email !== '' && (email.length > LONGEST_EMAIL || !/^[^\s@]+@[^\s@]+$/u.test(email))) {
    throw new InvalidError({ email: ['Enter a valid e-mail address, such as ann@example.org, or none.'] });
  }
}
