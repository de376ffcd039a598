import {
  sanitizePathSegment,
  fillSubmissionId,
  HOST_MARKER,
  OWNER_MARKER,
  SUBMISSION_ID_MARKER,
} from '../text/url-text';
import { wireDate } from '../text/wire-date';
import { normalizeFileName } from './attachment-matching';
import { STATUS, prefixedUuid, isEncrypted } from './instance-document';
import type { FlatInstance, Geolocation } from './instance-flattening';
import { type ValidationStatus, isValidationStatusUid } from './validation-status';

export interface AttachmentFacts {
  /** `att` and 21 characters. */
  readonly uid: string;
  readonly fileName: string;
  readonly mimetype: string;
  /** Soft-deleted or purged. */
  readonly deleted: boolean;
  /** `FileAnswer.questionXpath` of the question that names the file; '' when none does. */
  readonly questionXpath: string;
}

interface AttachmentLocation {
  readonly assetUid: string;
  readonly formUuid: string;
  /** Without `uuid:`. */
  readonly rootUuid: string;
}

const THUMBNAILS = ['large', 'medium', 'small'] as const;

/**
 * Renders one element of `_attachments` (contract-data 1.3), with markers for host, owner and `_id` (url-text.ts).
 * Only images have thumbnail URLs.
 */
export function attachmentJson(attachment: AttachmentFacts, location: AttachmentLocation): string {
  const { uid, fileName, mimetype, deleted, questionXpath } = attachment;
  const url =
    `${HOST_MARKER}/api/v2/assets/${location.assetUid}/data${SUBMISSION_ID_MARKER}` + `/attachments/${uid}/`;
  const thumbnails = mimetype.startsWith('image/')
    ? THUMBNAILS.map((size) => `"download_${size}_url":${url}${size}/",`).join('')
    : '';
  const folder = jsonStringContent(
    `/attachments/${location.formUuid}/${location.rootUuid}/${sanitizePathSegment(fileName)}`,
  );
  return (
    `{"download_url":${url}",${thumbnails}` +
    `"mimetype":${JSON.stringify(mimetype)},"filename":${OWNER_MARKER}${folder}",` +
    `"media_file_basename":${JSON.stringify(fileName)},"uid":${JSON.stringify(uid)},` +
    `"is_deleted":${deleted},"question_xpath":${JSON.stringify(questionXpath)}}`
  );
}

/** Renders the `_attachments` array, in the given order. */
export function attachmentsJson(
  attachments: readonly AttachmentFacts[],
  location: AttachmentLocation,
): string {
  return attachments.length === 0
    ? '[]'
    : `[${attachments.map((each) => attachmentJson(each, location)).join(',')}]`;
}

/** JSON-escapes text, without the quotes. */
function jsonStringContent(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export interface SubmissionFacts {
  readonly answers: Pick<FlatInstance, 'membersJson' | 'geolocation' | 'isEncrypted'>;
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
  /** `_supplementalDetails` as JSON; absent until someone adds to the answers. */
  readonly supplementJson?: string | undefined;
  /** Last change of answers, validation status or attachments. */
  readonly modifiedAt: Date;
}

/**
 * Renders the JSON of a submission between `"_id":…,` and the closing brace (contract-data 1.1): answers in document order,
 * then system keys. The stored text is `'{"_id":' || id || ',' || this || '}'`.
 */
export function renderSubmission(submission: SubmissionFacts): string {
  const { answers, attachmentsJson, submittedAt, validationStatus, supplementJson } = submission;
  return (
    (answers.membersJson === '' ? '' : answers.membersJson + ',') +
    `"meta/rootUuid":${JSON.stringify(prefixedUuid(submission.rootUuid))},` +
    `"_xform_id_string":${JSON.stringify(submission.formId)},` +
    `"_uuid":${JSON.stringify(submission.uuid)}` +
    `${TOKENS.attachments}${attachmentsJson}` +
    `${TOKENS.status}"${answers.isEncrypted ? STATUS.encrypted : STATUS.readable}",` +
    `"_geolocation":${geolocationJson(answers.geolocation)},` +
    `"_submission_time":"${submissionTime(submittedAt)}"` +
    `${TOKENS.validationStatus}${validationStatusJson(validationStatus)}` +
    `${TOKENS.submittedBy}${JSON.stringify(submission.submittedBy)}` +
    (supplementJson === undefined ? '' : TOKENS.supplement + supplementJson) +
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
  supplement: ',"_supplementalDetails":',
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

/** True if an answer of a stored text is this file name; compared in NFC. */
export function namesFile(json: string, fileName: string): boolean {
  const answers = json.slice(0, json.indexOf(TOKENS.attachments));
  return answers.normalize('NFC').includes(`:${JSON.stringify(normalizeFileName(fileName))}`);
}

/** `_supplementalDetails` of a stored text; undefined if it has none. */
export function supplementOf(json: string): string | undefined {
  const start = json.indexOf(TOKENS.supplement);
  if (start < 0) return undefined;
  return json.slice(start + TOKENS.supplement.length, json.indexOf(TOKENS.dateModified, start));
}

/**
 * Sets `_supplementalDetails` and `_date_modified` in a stored text.
 * @throws RangeError for a text without `_date_modified`
 */
export function withSupplement(json: string, supplement: string, modifiedAt: Date): string {
  const changed =
    supplementOf(json) === undefined
      ? json.replace(TOKENS.dateModified, () => TOKENS.supplement + supplement + TOKENS.dateModified)
      : replaceBetween(json, TOKENS.supplement, TOKENS.dateModified, supplement);
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

export interface RowFile {
  readonly uid: string;
  readonly name: string;
  readonly mimetype: string;
  readonly isImage: boolean;
  /** Path of its question; '' without one. */
  readonly question: string;
  readonly isDeleted: boolean;
}

/** Answers of a submission, or of one repetition, by path. */
export type Answers = Readonly<Record<string, unknown>>;

/** Sender and time of a submission. */
export interface SubmissionHead {
  readonly id: number;
  /** In UTC, without a zone. */
  readonly submittedAt: string;
  /** Username; null if anonymous. */
  readonly submittedBy: string | null;
}

/** A submission as pages show it. */
export interface SubmissionRow extends SubmissionHead {
  readonly uuid: string;
  readonly status: ValidationStatus | undefined;
  readonly versionUid: string | undefined;
  readonly answers: Answers;
  /** Whether the answers are in encrypted files. */
  readonly isEncrypted: boolean;
  /** By file name. */
  readonly files: ReadonlyMap<string, RowFile>;
}

interface HeadJson {
  readonly _id: number;
  readonly _submission_time: string;
  readonly _submitted_by: string | null;
}

interface SubmissionJson extends HeadJson {
  readonly _uuid: string;
  readonly _validation_status: Partial<ValidationStatus>;
  readonly __version__?: string;
  readonly _attachments: readonly {
    readonly uid: string;
    readonly media_file_basename: string;
    readonly mimetype: string;
    readonly is_deleted: boolean;
    readonly question_xpath: string;
  }[];
}

/** Members of the stored JSON that `readSubmissionHead` reads. */
export const HEAD_FIELDS: readonly (keyof HeadJson)[] = ['_id', '_submission_time', '_submitted_by'];

/** @param json parsed, with the members of `HEAD_FIELDS` at least */
export function readSubmissionHead(json: Answers): SubmissionHead {
  const { _id: id, _submission_time: submittedAt, _submitted_by: submittedBy } = json as Answers & HeadJson;
  return { id, submittedAt, submittedBy };
}

/** @param json as stored; the markers in it are parts of URLs that pages do not use */
export function readSubmissionRow(json: string): SubmissionRow {
  const submission = JSON.parse(json) as SubmissionJson & Answers;
  const { _validation_status: status, _attachments: files } = submission;
  return {
    ...readSubmissionHead(submission),
    uuid: submission._uuid,
    status: isValidationStatusUid(status.uid) ? (status as ValidationStatus) : undefined,
    versionUid: submission.__version__,
    answers: submission,
    isEncrypted: isEncrypted(json),
    files: new Map(
      files.map((file) => [
        file.media_file_basename,
        {
          uid: file.uid,
          name: file.media_file_basename,
          mimetype: file.mimetype,
          isImage: file.mimetype.startsWith('image/'),
          question: file.question_xpath.replace(/\[\d+\]/g, ''),
          isDeleted: file.is_deleted,
        },
      ]),
    ),
  };
}
