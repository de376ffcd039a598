/** What separates and ends, as in all CSV of the service (contract-data 7.3). */
const SEPARATOR = ';';
const LINE_END = '\r\n';

/** What spreadsheets take for a formula, and what looks so and is a number, of a telephone for example. */
const FORMULA = /^[=+\-@\t\r]./s;
const NUMBER = /^[+-][\d ().-]*\d$/;

/** One line; every cell in quotes. A text that a spreadsheet would run as a formula has an apostrophe before it. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(quoted).join(SEPARATOR) + LINE_END;
}

function quoted(cell: string): string {
  const text = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
  return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : `"${text}"`;
}
