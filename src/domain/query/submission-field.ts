import { isSystemKey } from '../submission/instance-flattening';
import type { MemberField } from './mongo-expression';

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

/** A dot separates names here and in supplements only (contract-data 2.2). */
const VALIDATION_STATUS = '_validation_status.';

/** Dots separate the parts of `_supplementalDetails.<question>.transcript.value`; the path of a question may hold dots. */
const SUPPLEMENT = /^_supplementalDetails\.(.+?)\.(transcript|translation|qual)\.(.+)$/;

/** Field for a key of a query. Never fails: a key that is not a question has no answers. */
export function submissionField(key: string): SubmissionField {
  const column = Object.hasOwn(COLUMNS, key) ? COLUMNS[key] : undefined;
  if (column !== undefined) return { source: 'column', column };
  if (key.startsWith(VALIDATION_STATUS)) {
    return { source: 'system', path: ['_validation_status', key.slice(VALIDATION_STATUS.length)] };
  }
  const [, question, kind, rest] = SUPPLEMENT.exec(key) ?? [];
  if (question !== undefined && kind !== undefined && rest !== undefined) {
    return { source: 'system', path: ['_supplementalDetails', question, kind, ...rest.split('.')] };
  }
  return isSystemKey(key) ? { source: 'system', path: [key] } : { source: 'answer', path: key };
}

/** Field for a key inside an element of a repeat. */
export function repeatField(key: string): MemberField {
  return { source: 'member', path: [key] };
}
