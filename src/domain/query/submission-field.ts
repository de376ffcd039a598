import { isSystemKey } from '../submission/system-key';
import type { MemberField } from './filter';

/** What filters can ask of a submission. */
export type SubmissionField =
  /** A column that every submission has; `submittedBy` may be null. */
  | { readonly source: 'column'; readonly column: SubmissionColumn }
  /** An answer by the whole path of its question, or of its repeat. */
  | { readonly source: 'answer'; readonly path: string }
  /** What else the service itself wrote into the JSON of a submission, by the names that lead there. */
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

/** Dots lead inside only here; in all other keys they are letters (contract-data 2.2). */
const VALIDATION_STATUS = '_validation_status.';

/** The field that a key of a query names. Any key is one: what no question is called is never answered. */
export function submissionField(key: string): SubmissionField {
  const column = Object.hasOwn(COLUMNS, key) ? COLUMNS[key] : undefined;
  if (column !== undefined) return { source: 'column', column };
  if (key.startsWith(VALIDATION_STATUS)) {
    return { source: 'system', path: ['_validation_status', key.slice(VALIDATION_STATUS.length)] };
  }
  return isSystemKey(key) ? { source: 'system', path: [key] } : { source: 'answer', path: key };
}

/** The field that a key names inside an element of a repeat. */
export function repeatField(key: string): MemberField {
  return { source: 'member', path: [key] };
}
