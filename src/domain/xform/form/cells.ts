import { parseYesNo } from '../../content/standard/yes-no';

/** Cleaned cells of a row by column: trimmed texts, no empty cells. Translated columns hold arrays. */
export type Cells = Readonly<Record<string, unknown>>;

/** Cells of a row with its position in the sheet. */
export interface SheetRow {
  /** Row number as a spreadsheet shows it. */
  readonly row: number;
  readonly cells: Cells;
  /** For generated rows: column → the column in which the author wrote its text. */
  readonly sourceColumns?: Readonly<Record<string, string>>;
}

const NEEDS_CLEANING = /^\s|\s$| {2}|[\u2018\u2019\u201C\u201D]/;

/**
 * Cleans a text (contract-xlsform 3.2, clean_text_values): trims it and straightens curly quotes; with `collapse`
 * replaces runs of spaces by one. Keeps line breaks: labels are Markdown.
 */
export function cleanText(text: string, collapse: boolean): string {
  if (!NEEDS_CLEANING.test(text)) return text;
  const trimmed = text
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201C\u201D]/g, '"')
    .trim();
  return collapse ? trimmed.replace(/ {2,}/g, ' ') : trimmed;
}

/** Cleans every text of a row and drops empty cells. Numbers become texts. */
export function cleanCells(row: Readonly<Record<string, unknown>>, collapse: boolean): Cells {
  const cells: Record<string, unknown> = {};
  for (const column in row) {
    const value = cleanValue(row[column], collapse);
    // Assigning __proto__ would replace the prototype of the object.
    if (value !== undefined && column !== '__proto__') cells[column] = value;
  }
  return cells;
}

function cleanValue(value: unknown, collapse: boolean): unknown {
  if (typeof value === 'string') return cleanText(value, collapse) || undefined;
  if (typeof value === 'number') return String(value);
  if (!Array.isArray(value)) return value ?? undefined;
  return value.map((entry: unknown) =>
    typeof entry === 'string' ? cleanText(entry, collapse) || null : null,
  );
}

/** Text of a cell; undefined when it is empty or not a text. Booleans become `true` and `false`. */
export function cellText(cells: Cells, column: string): string | undefined {
  const value = cells[column];
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : undefined;
}

/** Converts yes/no/true/false to XPath; returns other expressions unchanged (contract-xlsform 3.4). */
export function asCondition(text: string): string {
  const word = parseYesNo(text);
  return word === undefined ? text : word ? 'true()' : 'false()';
}
