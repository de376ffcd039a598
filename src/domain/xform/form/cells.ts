/**
 * Cells of a row of content: cleaned once when the row is read, then asked for by column.
 */

/** A cleaned row: texts without surplus white space, no empty cells. Translated columns hold arrays. */
export type Cells = Readonly<Record<string, unknown>>;

/** A row and where its author finds it. */
export interface SheetRow {
  /** Row number as a spreadsheet shows it. */
  readonly row: number;
  readonly cells: Cells;
  /** For generated rows: the column in which the author wrote what now stands in another one. */
  readonly writtenIn?: Readonly<Record<string, string>>;
}

/** Most texts have none of it. */
const NEEDS_CLEANING = /^\s|\s$| {2}|[\u2018\u2019\u201C\u201D]/;
const CURLY_QUOTES = /[\u2018\u2019\u201C\u201D]/;

/**
 * Cleans a cell (contract-xlsform 3.2, clean_text_values): the ends are trimmed and curly quotes become straight
 * ones; with `collapse` runs of spaces become one. Line breaks stay: labels are Markdown.
 */
export function cleanText(text: string, collapse: boolean): string {
  if (!NEEDS_CLEANING.test(text)) return text;
  const straight = CURLY_QUOTES.test(text)
    ? text.replace(/[\u2018\u2019]/g, "'").replace(/[\u201C\u201D]/g, '"')
    : text;
  const trimmed = straight.trim();
  return collapse && trimmed.includes('  ') ? trimmed.replace(/ {2,}/g, ' ') : trimmed;
}

/** The row with every text cleaned and every empty cell dropped. Numbers become text, as a sheet would show them. */
export function cleanCells(row: Readonly<Record<string, unknown>>, collapse: boolean): Cells {
  const cells: Record<string, unknown> = {};
  for (const column in row) {
    const value = cleanValue(row[column], collapse);
    // Assigning __proto__ would change the object itself; no column can have that name.
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

/** The text of a cell; undefined when it is empty or not a text. Booleans read as the words `true` and `false`. */
export function cellText(cells: Cells, column: string): string | undefined {
  const value = cells[column];
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : undefined;
}

const YES: ReadonlySet<string> = new Set(['yes', 'true', 'true()']);
const NO: ReadonlySet<string> = new Set(['no', 'false', 'false()']);

/** `yes`, `true` in any case → true; `no`, `false` → false; anything else → undefined. */
export function yesOrNo(text: string | undefined): boolean | undefined {
  const word = text?.toLowerCase();
  if (word === undefined) return undefined;
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}

/** The word yes/no/true/false as XPath; any other expression unchanged (contract-xlsform 3.4). */
export function asCondition(text: string): string {
  const word = yesOrNo(text);
  return word === undefined ? text : word ? 'true()' : 'false()';
}
