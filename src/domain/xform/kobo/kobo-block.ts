import { SurveyRow } from '../../asset/content';

/** One of Kobo's own constructs: the row that begins it and the rows up to the one that ends it. */
export interface KoboBlock {
  readonly begin: SurveyRow;
  readonly rows: readonly SurveyRow[];
  /** Absent when the form forgot it. */
  readonly end: SurveyRow | undefined;
}

/** A row made from another one: `from` says whose number its problems are told with. */
export interface MadeRow {
  readonly from: SurveyRow;
  readonly row: SurveyRow;
}

/** The name that the form will use for a row. */
export function nameIn(row: SurveyRow): string {
  return textOf(row, 'name') || textOf(row, '$autoname');
}

/** The text of a cell; empty when there is none. */
export function textOf(row: Readonly<Record<string, unknown>>, column: string): string {
  const cell = row[column];
  return typeof cell === 'string' ? cell : '';
}

/** The cells of a row that are given, so that absent ones leave no key. */
export function given(row: SurveyRow, ...columns: string[]): Record<string, unknown> {
  return Object.fromEntries(
    columns.flatMap((column) => (row[column] === undefined ? [] : [[column, row[column]]])),
  );
}
