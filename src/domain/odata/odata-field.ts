import type { SubmissionColumn } from '../query/submission-field';
import type { EdmType } from './edm-value';

export type ODataField =
  /** Submission id, index of the row in the submission (from 1), or index of the parent row. */
  | { readonly source: 'key'; readonly part: KeyPart; readonly type: 'Edm.Int64' }
  | {
      readonly source: 'column';
      readonly column: Exclude<SubmissionColumn, 'id'>;
      readonly type: 'Edm.String' | 'Edm.DateTimeOffset';
    }
  | { readonly source: 'validationStatus' | 'status'; readonly type: 'Edm.String' }
  | AnswerField;

export type KeyPart = 'submission' | 'index' | 'parentIndex';

export interface AnswerField {
  readonly source: 'answer';
  readonly of: 'submission' | 'row';
  /** Paths of the answer by form version, newest first; the first one with an answer counts. */
  readonly paths: readonly string[];
  readonly type: EdmType;
  /** Index in a geo point: latitude, longitude, altitude, precision. */
  readonly coordinate?: number;
  /** Paths in the submission of answers whose zone a timestamp without one is in; else UTC. */
  readonly zonePaths?: readonly string[];
}

export interface EntityProperty {
  readonly name: string;
  readonly field: ODataField;
}

/** True for key properties, which are never null. */
export function isKey({ field }: EntityProperty): boolean {
  return field.source === 'key' && field.part !== 'parentIndex';
}
