import { isEncrypted } from '../../domain/submission/encrypted-submission';
import { isValidationStatusUid, type ValidationStatus } from '../../domain/submission/validation-status';
import { type FormColumn, type Language, type QuestionColumn, labelOf } from './form-columns';

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

/** A submission as pages show it. */
export interface DataRow {
  readonly id: number;
  readonly uuid: string;
  readonly submittedAt: string;
  readonly submittedBy: string | null;
  readonly status: ValidationStatus | undefined;
  readonly versionUid: string | undefined;
  readonly answers: Answers;
  /** Whether the answers are in encrypted files. */
  readonly isEncrypted: boolean;
  /** By file name. */
  readonly files: ReadonlyMap<string, RowFile>;
}

interface SubmissionJson {
  readonly _id: number;
  readonly _uuid: string;
  readonly _submission_time: string;
  readonly _submitted_by: string | null;
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

/** @param json as stored; the markers in it are parts of URLs that pages do not use */
export function readDataRow(json: string): DataRow {
  const submission = JSON.parse(json) as SubmissionJson & Answers;
  const { _validation_status: status, _attachments: files } = submission;
  return {
    id: submission._id,
    uuid: submission._uuid,
    submittedAt: submission._submission_time,
    submittedBy: submission._submitted_by,
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

/** A question at any depth, and the outermost repeat around it. */
export interface PlacedQuestion {
  readonly question: QuestionColumn;
  /** Labels of the repeats around it and its own. */
  readonly label: string;
  /** Paths of the question or, inside repeats, of the outermost repeat, in all versions. */
  readonly outerPaths: readonly string[];
}

/** Questions of a kind, those inside repeats included. */
export function questionsOfKind(
  columns: readonly FormColumn[],
  kind: QuestionColumn['kind'],
  language: Language,
  outer?: { readonly label: string; readonly paths: readonly string[] },
): PlacedQuestion[] {
  return columns.flatMap((column) => {
    const own = labelOf(column, language);
    const label = outer === undefined ? own : `${outer.label} › ${own}`;
    const outerPaths = outer?.paths ?? column.paths;
    if (column.kind === 'repeat') {
      return questionsOfKind(column.columns, kind, language, { label, paths: outerPaths });
    }
    return column.kind === kind ? [{ question: column, label, outerPaths }] : [];
  });
}

/** Filter document for submissions that answer one of these questions, and match the filters of the page. */
export function answeredQuery(query: string | undefined, questions: readonly PlacedQuestion[]): string {
  const paths = new Set(questions.flatMap(({ outerPaths }) => outerPaths));
  const answered = { $or: [...paths].map((path) => ({ [path]: { $exists: true } })) };
  return JSON.stringify(query === undefined ? answered : { $and: [JSON.parse(query), answered] });
}
