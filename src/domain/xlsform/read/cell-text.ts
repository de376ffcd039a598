import { pythonNumber } from '../../text/python-json';

/**
 * What a cell's value is as text (contract-xlsform 2.9). Every cell of a form is text, whatever the spreadsheet made of it.
 */

const MS_PER_DAY = 86_400_000;
/** Day 0 of the two calendars that spreadsheets count in. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** The 1900 calendar has a 29 February that never was: serial numbers below it are one day off. */
const FALSE_LEAP_DAY = 60;
/** 31 December 9999, the last day that spreadsheets know. */
const LAST_SERIAL = 2_958_466;

/** Text as typed: non-breaking spaces become spaces, white space around it goes. */
export function cleanText(text: string): string {
  return text.replace(/\u00a0/g, ' ').trim();
}

/** A number: whole ones without a fraction, others with the fewest digits that say it exactly. */
export function numberText(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : pythonNumber(value);
}

export function booleanText(value: boolean): 'TRUE' | 'FALSE' {
  return value ? 'TRUE' : 'FALSE';
}

/**
 * A serial number in a cell with a date format: "YYYY-MM-DD HH:MM:SS", or "HH:MM:SS" for a time without a day.
 * Numbers outside the calendar stay numbers.
 */
export function serialDateText(serial: number, calendar: 1900 | 1904): string {
  if (serial < 0 || serial >= LAST_SERIAL) return numberText(serial);
  const shift = calendar === 1900 && serial < FALSE_LEAP_DAY ? 1 : 0;
  const epoch = calendar === 1900 ? EPOCH_1900 : EPOCH_1904;
  const date = new Date(epoch + Math.round((serial + shift) * MS_PER_DAY));
  return serial < 1 ? timeText(date) : dateText(date);
}

/** "YYYY-MM-DD HH:MM:SS", read off the UTC clock: spreadsheets know no zones. */
function dateText(date: Date): string {
  return `${date.toISOString().slice(0, 10)} ${timeText(date)}`;
}

function timeText(date: Date): string {
  return date.toISOString().slice(11, 19);
}

/** An ISO 8601 date or date and time, as newer formats store them, in the same form as the others. */
export function isoDateText(iso: string): string {
  const match = /^(\d{4,}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d*)?Z?)?$/.exec(iso.trim());
  if (match === null) return cleanText(iso);
  const [, day = '', time = '00:00:00'] = match;
  return `${day} ${time.length === 5 ? `${time}:00` : time}`;
}
