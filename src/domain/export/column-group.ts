import type { MergedField } from '../form-history/merged-schema';
import type { Field } from '../form-history/version-schema';
import type { ExportCell } from './export-cell';
import type { ExportOptions } from './export-options';
import type { LabelStyle } from './label-style';

/** Submission as JSON: flat paths, arrays for repeats. */
export type FlatSubmission = Readonly<Record<string, unknown>>;

/** Writes a non-empty answer into the empty cells of its question, from index `firstColumn`. */
export type WriteAnswer = (
  answer: string,
  cells: ExportCell[],
  firstColumn: number,
  submission: FlatSubmission,
) => void;

export interface ColumnGroup {
  readonly headers: readonly string[];
  /** @param versionField the question as one version defines it */
  writer(versionField: Field): WriteAnswer;
}

export interface ColumnSource {
  readonly field: MergedField;
  readonly options: ExportOptions;
  readonly style: LabelStyle;
  /** Whether cells hold numbers and dates instead of text. */
  readonly isTyped: boolean;
}

/** Writes the answer unchanged. */
export const writePlain: WriteAnswer = (answer, cells, firstColumn) => {
  cells[firstColumn] = answer;
};
