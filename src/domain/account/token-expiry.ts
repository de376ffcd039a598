import { InvalidError } from '../errors';

const PATTERN = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * The moment at which a token ends, as a caller wrote it: a date (its first moment) or a date and time, both UTC unless
 * they say otherwise. Absent, null or empty: never.
 * @throws InvalidError on the field `date_expires`
 */
export function readExpiry(sent: unknown): Date | null {
  if (sent === undefined || sent === null || sent === '') return null;
  const moment = typeof sent === 'string' && PATTERN.test(sent) ? new Date(withZone(sent)) : undefined;
  if (moment === undefined || Number.isNaN(moment.getTime())) {
    throw new InvalidError({
      date_expires: [
        'Datetime has wrong format. Write it as YYYY-MM-DDThh:mm:ssZ, or leave it out for never.',
      ],
    });
  }
  return moment;
}

/** @throws InvalidError on the field `date_expires` for a moment that has come already */
export function assertAhead(expires: Date | null, now: Date): void {
  if (expires !== null && expires <= now) {
    throw new InvalidError({ date_expires: ['Choose a moment in the future.'] });
  }
}

/** JavaScript takes a time without a zone as local, and a zone only with its colon. */
function withZone(text: string): string {
  const [, moment = text, hours, minutes] = /^(.*T.*?)(?:([+-]\d\d):?(\d\d)|Z)?$/.exec(text) ?? [];
  if (!text.includes('T')) return text;
  return hours === undefined ? `${moment}Z` : `${moment}${hours}:${minutes}`;
}
