import { InvalidError } from '../errors';

const PATTERN = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Parses the expiry of a token: a date (midnight) or a date and time, in UTC unless it has an offset.
 * Absent, null or empty: never.
 * @throws InvalidError on the field `date_expires`
 */
export function readExpiry(sent: unknown): Date | null {
  if (sent === undefined || sent === null || sent === '') return null;
  const date = typeof sent === 'string' && PATTERN.test(sent) ? new Date(withZone(sent)) : undefined;
  if (date === undefined || Number.isNaN(date.getTime())) {
    throw new InvalidError({
      date_expires: [
        'Datetime has wrong format. Use YYYY-MM-DDThh:mm:ssZ, or omit it for a token that never expires.',
      ],
    });
  }
  return date;
}

/** @throws InvalidError on the field `date_expires` unless it is after `now` */
export function assertInFuture(expires: Date | null, now: Date): void {
  if (expires !== null && expires <= now) {
    throw new InvalidError({ date_expires: ['Choose a date in the future.'] });
  }
}

/** JavaScript parses a time without a zone as local and requires a colon in offsets. */
function withZone(text: string): string {
  const [, local = text, hours, minutes] = /^(.*T.*?)(?:([+-]\d\d):?(\d\d)|Z)?$/.exec(text) ?? [];
  if (!text.includes('T')) return text;
  return hours === undefined ? `${local}Z` : `${local}${hours}:${minutes}`;
}
