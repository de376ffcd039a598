import type { SubmissionColumn } from '../query/submission-field';
import type { EdmType } from './edm-value';

/** Where the value of a property is read. */
export type FeedField =
  /** What tells rows apart: the submission, the place of a row among those of its set in it, and that of its parent. */
  | { readonly source: 'key'; readonly part: KeyPart; readonly type: 'Edm.Int64' }
  | {
      readonly source: 'column';
      readonly column: Exclude<SubmissionColumn, 'id'>;
      readonly type: 'Edm.String' | 'Edm.DateTimeOffset';
    }
  /** The uid of the verdict. */
  | { readonly source: 'verdict'; readonly type: 'Edm.String' }
  | AnswerField;

export type KeyPart = 'submission' | 'index' | 'parentIndex';

export interface AnswerField {
  readonly source: 'answer';
  /** Whose answers: the submission's, or those of the row of a repeat. */
  readonly of: 'submission' | 'row';
  /** Under which versions of the form keep the answer, the newest first; the first that is there counts. */
  readonly paths: readonly string[];
  readonly type: EdmType;
  /** Which part of a place, from 0: its latitude, longitude, altitude or precision. */
  readonly coordinate?: number;
}

export interface FeedProperty {
  readonly name: string;
  readonly field: FeedField;
}

/** Keys have a value in every row. */
export function isKey({ field }: FeedProperty): boolean {
  return field.source === 'key' && field.part !== 'parentIndex';
}
