import { InvalidError } from '../errors';
import { readTime } from '../text/wire-date';

/**
 * Parses the expiry of a token: a date (midnight) or a date and time, in UTC unless it has an offset.
 * Absent, null or empty: never.
 * @throws InvalidError on the field `date_expires`
 */
export function readExpiry(sent: unknown): Date | null {
  if (sent === undefined || sent === null || sent === '') return null;
  const date = readTime(sent);
  if (date === undefined) {
    throw InvalidError.at(
      'date_expires',
      'Datetime has wrong format. Use YYYY-MM-DDThh:mm:ssZ, or omit it for a token that never expires.',
    );
  }
  return date;
}

/** @throws InvalidError on the field `date_expires` unless it is after `now` */
export function assertInFuture(expires: Date | null, now: Date): void {
  if (expires !== null && expires <= now) {
    throw InvalidError.at('date_expires', 'Choose a date in the future.');
  }
}
