import { FormProblem } from '../content/form-problem';

/** A workbook independent of its file format: named sheets with rows of text. */

export interface WorkbookRow {
  /** Spreadsheet row: the header is 1. */
  readonly number: number;
  /** Header → text, in column order. A Map, because headers are untrusted. */
  readonly cells: ReadonlyMap<string, string>;
}

export interface WorkbookSheet {
  /** Lower case, such as `survey`. */
  readonly name: string;
  /** Unique, in column order, trimmed, inner white space collapsed. */
  readonly headers: readonly string[];
  readonly rows: readonly WorkbookRow[];
}

export interface Workbook {
  /** Form sheets by name. */
  readonly sheets: ReadonlyMap<string, WorkbookSheet>;
  /** Problems of headers and cells, reported with those of the form. */
  readonly problems: readonly FormProblem[];
}

/** Sheets that are read; all others (notes, lookup tables, `…_header`) are skipped. */
export const FORM_SHEETS: ReadonlySet<string> = new Set(
  'survey library choices settings external_choices entities osm kobo--locking-profiles'.split(' '),
);

/** Limits of a workbook. A file beyond any of them is rejected while it is read. */
export interface ReadLimits {
  readonly fileBytes: number;
  /** Decompressed bytes of all parts read. */
  readonly inflatedBytes: number;
  readonly entries: number;
  /** Non-empty rows of all sheets. */
  readonly rows: number;
  readonly columns: number;
  /** Non-empty cells of all sheets. */
  readonly cells: number;
  /** Characters in all cells; shared texts count for every cell. */
  readonly characters: number;
}

/** Capacity for 200 000 external choices in four languages; typical forms need 1 % of it. */
export const DEFAULT_LIMITS: ReadLimits = {
  fileBytes: 20 * 1024 * 1024,
  inflatedBytes: 64 * 1024 * 1024,
  entries: 2000,
  rows: 250_000,
  columns: 1000,
  cells: 2_000_000,
  characters: 64_000_000,
};
