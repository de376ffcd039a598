import { pythonNumber } from '../../text/lossless-json';

/** Converts cell values to text: every cell of a form is text (contract-xlsform 2.9). */

const MS_PER_DAY = 86_400_000;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** The 1900 date system has a false 29 February: serial numbers below it are off by one. */
const FALSE_LEAP_DAY = 60;
/** The day after 31 December 9999, the last date of spreadsheets. */
const MAX_SERIAL = 2_958_466;

/** Replaces non-breaking spaces with spaces and trims. */
export function cleanText(text: string): string {
  return text.replace(/\u00a0/g, ' ').trim();
}

/**
 * Formats integers without a fraction, others with the fewest digits that round-trip.
 * @param written the number in the file
 */
export function numberText(value: number, written = ''): string {
  // A double does not hold the digits of long identifiers. Fractions may be written with all digits of a double.
  const [, identifier] = /^(-?\d{16,300})(?:\.0*)?$/.exec(written) ?? [];
  if (identifier !== undefined) return identifier;
  return Number.isInteger(value) ? BigInt(value).toString() : pythonNumber(value);
}

export function booleanText(value: boolean): 'TRUE' | 'FALSE' {
  return value ? 'TRUE' : 'FALSE';
}

/**
 * Formats a serial date: "YYYY-MM-DD HH:MM:SS", or "HH:MM:SS" without a day; fractions of a second have six digits.
 * Numbers out of range stay numbers.
 * @param unitMs unit to round to, in milliseconds
 */
export function serialDateText(serial: number, calendar: 1900 | 1904, unitMs = 1): string {
  if (serial < 0 || serial >= MAX_SERIAL) return numberText(serial);
  const shift = calendar === 1900 && serial < FALSE_LEAP_DAY ? 1 : 0;
  const epoch = calendar === 1900 ? EPOCH_1900 : EPOCH_1904;
  const date = new Date(epoch + Math.round(((serial + shift) * MS_PER_DAY) / unitMs) * unitMs);
  return serial < 1 ? timeText(date) : dateText(date);
}

/** UTC, because spreadsheets have no time zones. */
function dateText(date: Date): string {
  return `${date.toISOString().slice(0, 10)} ${timeText(date)}`;
}

function timeText(date: Date): string {
  const time = date.toISOString().slice(11, 23);
  return time.endsWith('.000') ? time.slice(0, 8) : `${time}000`;
}

/** Formats an ISO 8601 date or date and time as "YYYY-MM-DD HH:MM:SS"; returns other text trimmed. */
export function isoDateText(iso: string): string {
  const match = /^(\d{4,}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d*)?Z?)?$/.exec(iso.trim());
  if (match === null) return cleanText(iso);
  const [, day = '', time = '00:00:00'] = match;
  return `${day} ${time.length === 5 ? `${time}:00` : time}`;
}

/** In a spreadsheet a date is a number, distinguished by its format only. */
const BUILT_IN_DATES: readonly (readonly [first: number, last: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** Whether a built-in format id is a date or time format. */
export function isBuiltInDateFormat(format: number): boolean {
  return BUILT_IN_DATES.some(([first, last]) => format >= first && format <= last);
}

/** Whether a format code has a day, month, year, hour or second outside quotes, escapes and brackets. */
export function isDateFormat(formatCode: string): boolean {
  const [positive = ''] = formatCode.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';');
  const isElapsedTime = /\[(h+|m+|s+)\]/i.test(positive);
  const letters = positive.replace(/\[[^\]]*\]/g, '').replace(/general/gi, '');
  return isElapsedTime || /[dmyhs]/i.test(letters);
}
