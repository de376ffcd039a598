import { isEncrypted } from './encrypted-submission';
import { isValidationStatusUid, type ValidationStatus } from './validation-status';

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
