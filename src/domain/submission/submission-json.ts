import { fillSubmissionId } from '../text/url-marker';
import { wireDate } from '../text/wire-date';
import type { Geolocation } from './geolocation';
import type { FlatInstance } from './instance-flattening';
import type { ValidationStatus } from './validation-status';
import { prefixedUuid } from './instance-document';

export interface SubmissionFacts {
  readonly answers: Pick<FlatInstance, 'membersJson' | 'geolocation'>;
  readonly formId: string;
  /** Without `uuid:`, like `rootUuid`. */
  readonly uuid: string;
  readonly rootUuid: string;
  /** From `attachmentsJson`; '[]' if there are none. */
  readonly attachmentsJson: string;
  readonly submittedAt: Date;
  /** Username; null if anonymous. */
  readonly submittedBy: string | null;
  readonly validationStatus: ValidationStatus | null;
  /** Last change of answers, validation status or attachments. */
  readonly modifiedAt: Date;
}

/**
 * Renders the JSON of a submission between `"_id":…,` and the closing brace (contract-data 1.1): answers in document order,
 * then system keys. The stored text is `'{"_id":' || id || ',' || this || '}'`.
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

/** `YYYY-MM-DDTHH:MM:SS` in UTC without a zone, unlike other times of the API (contract-data 1.2). */
export function submissionTime(timestamp: Date): string {
  return timestamp.toISOString().slice(0, 19);
}

/** Renders the validation status; `{}` if unset. */
export function validationStatusJson(status: ValidationStatus | null): string {
  if (status === null) return '{}';
  const { timestamp, uid, by_whom, label } = status;
  return JSON.stringify({ timestamp, uid, by_whom, label });
}

/**
 * Delimiters around the members that change after intake. Each occurs once in a text: answers named like system keys are
 * omitted, nested keys are full paths, and quotes in values are escaped.
 */
export const TOKENS = {
  attachments: ',"_attachments":',
  status: ',"_status":',
  validationStatus: ',"_validation_status":',
  submittedBy: ',"_submitted_by":',
  dateModified: ',"_date_modified":',
} as const;

/**
 * Replaces `_attachments` and `_date_modified` in a stored text.
 * @param attachments as rendered by `attachmentsJson`
 * @throws RangeError for a text without these members
 */
export function withAttachments(json: string, attachments: string, modifiedAt: Date): string {
  const changed = replaceBetween(json, TOKENS.attachments, TOKENS.status, attachments);
  return replaceBetween(changed, TOKENS.dateModified, '}', `"${wireDate(modifiedAt)}"`);
}

/** Completes the text of `renderSubmission` with the `_id`. */
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
