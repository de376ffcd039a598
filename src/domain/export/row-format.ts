import type { SubmissionJson } from './column-group';
import type { ExportCell } from './export-cell';

/** A row of a section. */
export interface ExportRow {
  /** Index of the section. */
  readonly section: number;
  /** Of the row in its section, counted from 1. */
  readonly index: number;
  /** The version of the form that its submission was filled in with. */
  readonly version: string;
  /** Those of the submission, or of one copy of a repeat in it. */
  readonly answers: SubmissionJson;
  readonly cells: readonly ExportCell[];
}

/** How the rows of an export become text. Sections but the first are asked for in workbooks alone. */
export interface RowFormat {
  /** What stands before the rows of a section. */
  head(section: number): string;
  row(row: ExportRow): string;
  /** What every row begins with and the first one leaves out. */
  readonly separator: string;
  readonly tail: string;
}
