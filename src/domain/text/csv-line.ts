/** What separates and ends, as in all CSV of the service (contract-data 7.3). */
export const CSV_SEPARATOR = ';';
export const CSV_LINE_END = '\r\n';

/** What spreadsheets take for a formula, and what looks so and is a number, of a telephone for example, or a line on a map. */
const FORMULA = /^[=+\-@\t\r]./s;
const NUMBER = /^[+-][\d ().;-]*\d$/;

/**
 * One line; every cell in quotes. A text that a spreadsheet would run as a formula has an apostrophe before it. Written in
 * one go: exports spend much of their time here.
 */
export function csvLine(cells: readonly (string | number | Date)[]): string {
  let line = '';
  for (const cell of cells) {
    const text = safeText(typeof cell === 'string' ? cell : String(cell));
    line += line === '' ? `"${text}"` : `${CSV_SEPARATOR}"${text}"`;
  }
  return line + CSV_LINE_END;
}

/** What stands between the quotes of a cell. */
export function safeText(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return safe.includes('"') ? safe.replaceAll('"', '""') : safe;
}
