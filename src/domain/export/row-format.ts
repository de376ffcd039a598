import type { SheetView } from '../workbook/xlsx-stream';
import type { FlatSubmission, ColumnType, ExportCell } from './column-group';

export interface LabelSection {
  readonly title: string;
  /** Header and rows. */
  readonly text: string;
  readonly view?: SheetView;
  readonly table?: ExportTable;
}

/** Table of a database, or a file of columns. */
export interface ExportTable {
  /** Unique among the tables, in any letter case. */
  readonly name: string;
  readonly columns: readonly TableColumn[];
  /** Column of the primary key. */
  readonly key: string | undefined;
  /** Foreign key; undefined without one table that all rows refer to. */
  readonly parent: { readonly column: string; readonly table: string; readonly key: string } | undefined;
}

export interface TableColumn {
  /** Unique in the table, in any letter case. */
  readonly name: string;
  readonly type: ColumnType;
}

export interface ExportRow {
  readonly section: number;
  /** Index in its section, from 1. */
  readonly index: number;
  /** Uid of the form version of its submission. */
  readonly version: string;
  /** Answers of the submission, or of one repetition of a repeat. */
  readonly answers: FlatSubmission;
  readonly submission: FlatSubmission;
  readonly cells: readonly ExportCell[];
  /** Row that a copy of a repeat is in; undefined for a submission, and below a hidden section. */
  readonly parent: ExportRow | undefined;
}

/** Formats each row as text of its section. Only workbooks and tables have more than one section. */
export interface RowFormat extends FormatFrame {
  row(row: ExportRow): string;
}

/** Formats the rows of a submission together, as text of the first section. */
export interface SubmissionFormat extends FormatFrame {
  /** @param rows the row of the submission, then those of its repeats, each copy before those inside it */
  submission(rows: readonly ExportRow[]): string;
}

interface FormatFrame {
  head(section: number): string;
  /** Appearance of the sheet of a section; undefined: the default. */
  view?(section: number): SheetView;
  /** Table of a section, for types with tables. */
  table?(section: number): ExportTable;
  /** Section of labels, if there is one. */
  readonly labels?: LabelSection | undefined;
  /** Prefix of each row, omitted from the first row of the file. */
  readonly separator: string;
  readonly tail: string;
}

/** A section of an export, the top level first. */
export interface SectionLayout {
  readonly title: string;
  /** Hidden sections only count their rows. */
  readonly isShown: boolean;
  readonly columnCount: number;
  readonly headerRows: number;
  readonly head: string;
  readonly view: SheetView | undefined;
  readonly table: ExportTable | undefined;
}

/** Text of an export around its rows. */
export interface ExportLayout {
  readonly sections: readonly SectionLayout[];
  readonly labels: LabelSection | undefined;
  /** Text between rows. */
  readonly separator: string;
  readonly tail: string;
  /** Names of `fields` without a column. */
  readonly unknownFields: readonly string[];
}
