import type { SheetView } from '../workbook/xlsx-stream';
import type { FlatSubmission } from './column-group';
import type { ExportCell } from './export-cell';

export interface LabelSection {
  readonly title: string;
  /** Header and rows. */
  readonly text: string;
  readonly view: SheetView;
}

export interface ExportRow {
  readonly section: number;
  /** Index in its section, from 1. */
  readonly index: number;
  /** Uid of the form version of its submission. */
  readonly version: string;
  /** Answers of the submission, or of one repetition of a repeat. */
  readonly answers: FlatSubmission;
  readonly cells: readonly ExportCell[];
}

/** Formats rows as text. Only workbooks have more than one section. */
export interface RowFormat {
  head(section: number): string;
  /** Appearance of the sheet of a section; undefined: the default. */
  view?(section: number): SheetView;
  /** Section of labels, if there is one. */
  readonly labels?: LabelSection | undefined;
  row(row: ExportRow): string;
  /** Prefix of each row, omitted from the first row of the file. */
  readonly separator: string;
  readonly tail: string;
}
