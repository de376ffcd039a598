/** Cell value; '' when empty. A date is local wall-clock time stored as UTC; a time without a date is on `TIME_DAY_MS`. */
export type ExportCell = string | number | Date;

const NUMBER = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i;
const DATE_TIME =
  /^\s*(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?)?\s*(?:Z|[-+]\d\d:?\d\d)?\s*$/;
/** Workbooks cannot represent earlier dates. */
const MIN_DATE_MS = Date.UTC(1900, 0, 1);

/** Parses a number; returns the text if it is not a number or would lose digits. */
export function numberCell(text: string): ExportCell {
  if (!NUMBER.test(text)) return text;
  const number = Number(text);
  const isExact = Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
  return isExact ? number : text;
}

/** Parses an ISO date or date-time and drops its zone; returns the text if it is neither or before 1900. */
export function dateCell(text: string): ExportCell {
  const match = DATE_TIME.exec(text);
  if (match === null) return text;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(toNumber);
  // Date.UTC reads years below 100 as 1900 and later.
  if (year < 100) return text;
  const date = new Date(
    Date.UTC(year, month - 1, day, hour, minute, second, Number((match[7] ?? '').padEnd(3, '0'))),
  );
  const isValid = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60;
  return isValid && date.getTime() >= MIN_DATE_MS ? date : text;
}

const TIME = /^\s*([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,3})\d*)?)?\s*(?:Z|[-+]\d\d:?\d\d)?\s*$/;
/** Day 0 of workbooks, on which times without a date are. */
const TIME_DAY_MS = Date.UTC(1899, 11, 30);

/** Parses a time of day and drops its zone; returns the text if it is none. */
export function timeCell(text: string): ExportCell {
  const match = TIME.exec(text);
  if (match === null) return text;
  const [hour = 0, minute = 0, second = 0] = match.slice(1, 4).map(toNumber);
  const ms = Number((match[4] ?? '').padEnd(3, '0'));
  return new Date(TIME_DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000 + ms);
}

function toNumber(digits: string | undefined): number {
  return Number(digits ?? 0);
}
