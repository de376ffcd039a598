import type { MergedField } from '../form-history/merged-schema';
import type { Field } from '../form-history/version-schema';
import type { ExportCell } from './export-cell';
import type { ExportOptions } from './export-options';
import type { LabelStyle } from './label-style';

/** A submission as JSON: flat, but for its repeats. */
export type SubmissionJson = Readonly<Record<string, unknown>>;

/** Writes an answer that is not empty into the cells of its question, which are empty. */
export type WriteAnswer = (
  answer: string,
  cells: ExportCell[],
  first: number,
  submission: SubmissionJson,
) => void;

/** The columns of one question. */
export interface ColumnGroup {
  readonly headers: readonly string[];
  /** How the answers of a version are written. @param own the question as that version has it */
  writer(own: Field): WriteAnswer;
}

/** What columns are made from. */
export interface ColumnSource {
  readonly field: MergedField;
  readonly options: ExportOptions;
  readonly style: LabelStyle;
  /** Whether numbers and dates become real ones. */
  readonly isTyped: boolean;
}

/** Writes the answer as it is. */
export const writePlain: WriteAnswer = (answer, cells, first) => {
  cells[first] = answer;
};
