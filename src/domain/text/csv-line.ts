export const CSV_SEPARATORS = [';', ',', '\t'] as const;
export type CsvSeparator = (typeof CSV_SEPARATORS)[number];

export interface CsvDialect {
  readonly separator: CsvSeparator;
  /** Byte order mark: without it Excel reads UTF-8 as a legacy encoding. */
  readonly hasBom: boolean;
  /** An apostrophe before cells that spreadsheets run as formulas; false: cells exactly as answered. */
  readonly escapesFormulas: boolean;
}

/** CSV dialect of the service unless requested otherwise (contract-data 7.3). */
export const CSV_DIALECT: CsvDialect = { separator: ';', hasBom: false, escapesFormulas: true };
export const CSV_LINE_END = '\r\n';
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * CSV injection: spreadsheets run cells that begin so as formulas, except numbers, telephone numbers and coordinates. The
 * full-width signs are read as ASCII by some; blanks and NUL are skipped.
 */
export const FORMULA_STARTS = '=+-@\t\r\n\0＝＋－＠';
const DIGITS = /^[+-](?:[\d ().,;-]*\d\.?|Infinity)$/;
/** Numbers, one or several as of a trace: JavaScript and Java write small ones as `-1.2e-7` and `-5.0E-4`. */
const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`;
const NUMBERS = new RegExp(`^${NUMBER}(?:[ ;]+${NUMBER})*[ ;]*$`);

/** Detects the separator of a header: the most frequent one, a comma of several. */
export function detectSeparator(header: string): CsvSeparator {
  const separators = [',', ';', '\t'] as const;
  const counts = separators.map((separator) => header.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Formats one line with every cell quoted and formulas escaped. Concatenates strings: exports spend much of their time here. */
export function csvLine(
  cells: readonly (string | number | Date)[],
  separator: CsvSeparator = CSV_DIALECT.separator,
  escapesFormulas = true,
): string {
  let line = '';
  for (const cell of cells) {
    const text = escapeCell(typeof cell === 'string' ? cell : String(cell), escapesFormulas);
    line += line === '' ? `"${text}"` : `${separator}"${text}"`;
  }
  return line + CSV_LINE_END;
}

/** Whether a spreadsheet would run the text. */
export function isFormula(text: string): boolean {
  return text.length > 1 && FORMULA_STARTS.includes(text[0]!) && !DIGITS.test(text) && !NUMBERS.test(text);
}

/** Content of a quoted cell: inner quotes doubled, an apostrophe before a formula. */
export function escapeCell(text: string, escapesFormulas = true): string {
  const safe = escapesFormulas && isFormula(text) ? `'${text}` : text;
  return safe.includes('"') ? safe.replaceAll('"', '""') : safe;
}
