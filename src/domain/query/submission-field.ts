import { isSystemKey } from '../submission/system-key';
import type { MemberField } from './filter';

export type SubmissionField =
  /** Only `submittedBy` may be null. */
  | { readonly source: 'column'; readonly column: SubmissionColumn }
  /** Answer by the full path of its question or repeat. */
  | { readonly source: 'answer'; readonly path: string }
  /** Other system key of the submission JSON, as a path. */
  | { readonly source: 'system'; readonly path: readonly string[] };

export type SubmissionColumn = 'id' | 'uuid' | 'rootUuid' | 'submittedBy' | 'submittedAt' | 'modifiedAt';

const COLUMNS: Readonly<Record<string, SubmissionColumn>> = {
  _id: 'id',
  _uuid: 'uuid',
  'meta/rootUuid': 'rootUuid',
  _submitted_by: 'submittedBy',
  _submission_time: 'submittedAt',
  _date_modified: 'modifiedAt',
};

/** The only key in which a dot separates names (contract-data 2.2). */
const VALIDATION_STATUS = '_validation_status.';

/** Field for a key of a query. Never fails: a key that is not a question has no answers. */
export function submissionField(key: string): SubmissionField {
  const column = Object.hasOwn(COLUMNS, key) ? COLUMNS[key] : undefined;
  if (column !== undefined) return { source: 'column', column };
  if (key.startsWith(VALIDATION_STATUS)) {
    return { source: 'system', path: ['_validation_status', key.slice(VALIDATION_STATUS.length)] };
  }
  return isSystemKey(key) ? { source: 'system', path: [key] } : { source: 'answer', path: key };
}

/** Field for a key inside an element of a repeat. */
export function repeatField(key: string): MemberField {
  return { source: 'member', path: [key] };
}
