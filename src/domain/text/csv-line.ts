export const CSV_SEPARATORS = [';', ',', '\t'] as const;
export type CsvSeparator = (typeof CSV_SEPARATORS)[number];

export interface CsvDialect {
  readonly separator: CsvSeparator;
  /** Byte order mark: without it Excel reads UTF-8 as a legacy encoding. */
  readonly hasBom: boolean;
}

/** CSV dialect of the service unless requested otherwise (contract-data 7.3). */
export const CSV_DIALECT: CsvDialect = { separator: ';', hasBom: false };
export const CSV_LINE_END = '\r\n';
export const BYTE_ORDER_MARK = '\ufeff';

/** CSV injection: spreadsheets run these as formulas, except numbers such as telephone numbers and coordinates. */
const FORMULA = /^[=+\-@\t\r]./s;
const NUMBER = /^[+-][\d ().;-]*\d$/;

/** Formats one line with every cell quoted and formulas escaped. Concatenates strings: exports spend much of their time here. */
export function csvLine(
  cells: readonly (string | number | Date)[],
  separator: CsvSeparator = CSV_DIALECT.separator,
): string {
  let line = '';
  for (const cell of cells) {
    const text = escapeCell(typeof cell === 'string' ? cell : String(cell));
    line += line === '' ? `"${text}"` : `${separator}"${text}"`;
  }
  return line + CSV_LINE_END;
}

/** Content of a quoted cell: inner quotes doubled, an apostrophe before a formula. */
export function escapeCell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return safe.includes('"') ? safe.replaceAll('"', '""') : safe;
}
