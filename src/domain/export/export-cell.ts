/** What a cell holds; '' when nothing. A date stands for the wall clock, as if it were UTC. */
export type ExportCell = string | number | Date;

const NUMBER = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i;
const MOMENT =
  /^\s*(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?)?\s*(?:Z|[-+]\d\d:?\d\d)?\s*$/;
/** Days before this one have no number in a workbook. */
const FIRST_DAY = Date.UTC(1900, 0, 1);

/** The number that a text reads as; the text itself where it is none, or would lose digits. */
export function numberCell(text: string): ExportCell {
  if (!NUMBER.test(text)) return text;
  const number = Number(text);
  const isExact = Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
  return isExact ? number : text;
}

/** The date, or date and time, that a text reads as; its zone is lost. The text itself where it is none. */
export function momentCell(text: string): ExportCell {
  const found = MOMENT.exec(text);
  if (found === null) return text;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(toNumber);
  const at = new Date(
    Date.UTC(year, month - 1, day, hour, minute, second, Number((found[7] ?? '').padEnd(3, '0'))),
  );
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && hour < 24 && minute < 60;
  return isReal && at.getTime() >= FIRST_DAY ? at : text;
}

function toNumber(digits: string | undefined): number {
  return Number(digits ?? 0);
}
