/** Detects number formats of dates and times: in a spreadsheet a date is a number, distinguished by its format only. */

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
