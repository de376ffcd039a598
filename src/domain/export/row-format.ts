import type { SheetView } from '../workbook/xlsx-stream';
import type { FlatSubmission, ColumnType } from './column-group';
import type { ExportCell } from './export-cell';

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
}

/** Formats rows as text. Only workbooks have more than one section. */
export interface RowFormat {
  head(section: number): string;
  /** Appearance of the sheet of a section; undefined: the default. */
  view?(section: number): SheetView;
  /** Table of a section, for types with tables. */
  table?(section: number): ExportTable;
  /** Section of labels, if there is one. */
  readonly labels?: LabelSection | undefined;
  row(row: ExportRow): string;
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
}
