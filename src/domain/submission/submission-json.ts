import { fillSubmissionId } from '../text/url-marker';
import { wireDate } from '../text/wire-date';
import type { Geolocation } from './geolocation';
import type { FlatInstance } from './instance-flattening';
import { prefixedUuid } from './instance-id';
import type { ValidationStatus } from './validation-status';

/** What a submission's JSON is made of, beside its `_id`. */
export interface SubmissionFacts {
  readonly answers: Pick<FlatInstance, 'membersJson' | 'geolocation'>;
  readonly formId: string;
  /** Bare, both. */
  readonly uuid: string;
  readonly rootUuid: string;
  /** From `attachmentsJson`; '[]' when there are none. */
  readonly attachmentsJson: string;
  readonly submittedAt: Date;
  /** Username; null when anonymous. */
  readonly submittedBy: string | null;
  readonly validationStatus: ValidationStatus | null;
  /** When anything of it changed: an edit, a verdict, a file. */
  readonly modifiedAt: Date;
}

/**
 * The JSON of a submission after `"_id":…,` and up to its closing brace (contract-data 1.1): the answers in the order of
 * the document, then what the service adds. The row's text is `'{"_id":' || id || ',' || this || '}'`.
 */
export function renderSubmission(submission: SubmissionFacts): string {
  const { answers, attachmentsJson, submittedAt, validationStatus } = submission;
  return (
    (answers.membersJson === '' ? '' : answers.membersJson + ',') +
    `"meta/rootUuid":${JSON.stringify(prefixedUuid(submission.rootUuid))},` +
    `"_xform_id_string":${JSON.stringify(submission.formId)},` +
    `"_uuid":${JSON.stringify(submission.uuid)}` +
    `${TOKENS.attachments}${attachmentsJson}` +
    `${TOKENS.status}"submitted_via_web",` +
    `"_geolocation":${geolocationJson(answers.geolocation)},` +
    `"_submission_time":"${submissionTime(submittedAt)}"` +
    `${TOKENS.validationStatus}${validationStatusJson(validationStatus)}` +
    `${TOKENS.submittedBy}${JSON.stringify(submission.submittedBy)}` +
    `${TOKENS.dateModified}"${wireDate(submission.modifiedAt)}"`
  );
}

/** `YYYY-MM-DDTHH:MM:SS`: UTC without saying so, unlike other times of the API (contract-data 1.2). */
export function submissionTime(moment: Date): string {
  return moment.toISOString().slice(0, 19);
}

/** `{}` for a submission without a verdict. */
export function validationStatusJson(status: ValidationStatus | null): string {
  if (status === null) return '{}';
  const { timestamp, uid, by_whom, label } = status;
  return JSON.stringify({ timestamp, uid, by_whom, label });
}

/**
 * The starts of members that change after intake and of those that follow them. Each stands in a text once: answers
 * that bear the name of a system key are left out, keys below them are whole paths, and quotes in data are escaped.
 */
export const TOKENS = {
  attachments: ',"_attachments":',
  status: ',"_status":',
  validationStatus: ',"_validation_status":',
  submittedBy: ',"_submitted_by":',
  dateModified: ',"_date_modified":',
} as const;

/** The text of a row with other attachments, given as `attachmentsJson` renders them, which came just now. */
export function withAttachments(json: string, attachments: string, modifiedAt: Date): string {
  const changed = replaceBetween(json, TOKENS.attachments, TOKENS.status, attachments);
  return replaceBetween(changed, TOKENS.dateModified, '}', `"${wireDate(modifiedAt)}"`);
}

/** The text of a row, from what `renderSubmission` made and the `_id`. */
export function submissionRow(id: number, members: string): string {
  return fillSubmissionId(`{"_id":${id},${members}}`, id);
}

function replaceBetween(json: string, before: string, after: string, value: string): string {
  const start = json.indexOf(before) + before.length;
  const end = json.indexOf(after, start);
  if (start < before.length || end < 0) throw new RangeError(`The text of a submission lacks ${before}`);
  return json.slice(0, start) + value + json.slice(end);
}

function geolocationJson([latitude, longitude]: Geolocation): string {
  return `[${latitude},${longitude}]`;
}
