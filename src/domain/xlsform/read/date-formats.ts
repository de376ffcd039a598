/**
 * Which number formats show a date or a time: in a spreadsheet a date is a number, and only its format tells.
 */

/** Numbers of built-in formats that do, as ranges. */
const BUILT_IN_DATES: readonly (readonly [first: number, last: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** Whether a number of a built-in format means one that shows a date or a time. */
export function isBuiltInDate(format: number): boolean {
  return BUILT_IN_DATES.some(([first, last]) => format >= first && format <= last);
}

/** Whether a format code has a letter for day, month, year, hour or second outside quotes, escapes and brackets. */
export function showsDate(formatCode: string): boolean {
  const [positive = ''] = formatCode.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';');
  const isElapsedTime = /\[(h+|m+|s+)\]/i.test(positive);
  const letters = positive.replace(/\[[^\]]*\]/g, '').replace(/general/gi, '');
  return isElapsedTime || /[dmyhs]/i.test(letters);
}
