import { FormProblem } from '../content/form-problem';

/**
 * A workbook as this service understands it: named sheets of rows of text. What file format it came in is forgotten.
 */

/** A row below the header. Cells without text are left out. */
export interface WorkbookRow {
  /** As a spreadsheet counts: the header is 1. */
  readonly number: number;
  /** Column header → text, in the order of columns. A Map, because headers come from outside. */
  readonly cells: ReadonlyMap<string, string>;
}

export interface WorkbookSheet {
  /** In lower case, for example `survey`. */
  readonly name: string;
  /** Headers in order, trimmed, inner white space collapsed, each once. */
  readonly headers: readonly string[];
  readonly rows: readonly WorkbookRow[];
}

export interface Workbook {
  /** By name; only sheets that mean something in a form. */
  readonly sheets: ReadonlyMap<string, WorkbookSheet>;
  /** What was wrong with headers and cells. Kept here so that a form's author sees them with all its other problems. */
  readonly problems: readonly FormProblem[];
}

/** Sheets that are read; all others (notes, look-ups for formulas, `…_header`) are passed over unread. */
export const FORM_SHEETS: ReadonlySet<string> = new Set([
  'survey',
  'library',
  'choices',
  'settings',
  'external_choices',
  'entities',
  'osm',
  'kobo--locking-profiles',
]);

/** How much a workbook may hold. A file beyond any of these is refused, early and with a clear sentence. */
export interface ReadLimits {
  /** Size of the file. */
  readonly fileBytes: number;
  /** Bytes of XML after decompression, all parts that are read taken together. */
  readonly inflatedBytes: number;
  /** Entries in the archive. */
  readonly entries: number;
  /** Rows with something in them, all sheets together. */
  readonly rows: number;
  /** Columns of a sheet. */
  readonly columns: number;
  /** Cells with something in them, all sheets together. */
  readonly cells: number;
  /** Characters in all cells: many cells may share one long text in the file. */
  readonly characters: number;
}

/** Room for 200 000 external choices in four languages; an ordinary form needs a hundredth. */
export const DEFAULT_LIMITS: ReadLimits = {
  fileBytes: 20 * 1024 * 1024,
  inflatedBytes: 64 * 1024 * 1024,
  entries: 2000,
  rows: 250_000,
  columns: 1000,
  cells: 2_000_000,
  characters: 64_000_000,
};
