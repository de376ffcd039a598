/** CSV dialect of the service (contract-data 7.3). */
export const CSV_SEPARATOR = ';';
export const CSV_LINE_END = '\r\n';

/** CSV injection: spreadsheets run these as formulas, except numbers such as telephone numbers and coordinates. */
const FORMULA = /^[=+\-@\t\r]./s;
const NUMBER = /^[+-][\d ().;-]*\d$/;

/** Formats one line with every cell quoted and formulas escaped. Concatenates strings: exports spend much of their time here. */
export function csvLine(cells: readonly (string | number | Date)[]): string {
  let line = '';
  for (const cell of cells) {
    const text = escapeCell(typeof cell === 'string' ? cell : String(cell));
    line += line === '' ? `"${text}"` : `${CSV_SEPARATOR}"${text}"`;
  }
  return line + CSV_LINE_END;
}

/** Content of a quoted cell: inner quotes doubled, an apostrophe before a formula. */
export function escapeCell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return safe.includes('"') ? safe.replaceAll('"', '""') : safe;
}
