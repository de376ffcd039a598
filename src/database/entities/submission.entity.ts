import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ComparedAnswer } from '../../domain/query/compared-answers';
import type { ValidationStatus } from '../../domain/submission/validation-status';
import { TimestampColumn } from './user.entity';
import type { SubmissionChangeKind } from '../../domain/submission/answer-changes';

/** Submission. Partitioned by asset: every query must filter by `assetId`. */
@Entity('submission')
export class SubmissionEntity {
  @PrimaryColumn('int')
  assetId!: number;

  /** `_id` in the API. */
  @PrimaryColumn('bigint')
  id!: number;

  /** Uuid at intake, stable across edits, without the prefix `uuid:`. */
  @Column('text')
  rootUuid!: string;

  /** Changes with each edit; initially the root uuid. */
  @Column('text')
  uuid!: string;

  @Column('bytea')
  xmlHash!: Buffer;

  @Column('int', { default: 0 })
  attachmentCount!: number;

  @Column('text', { nullable: true })
  versionUid!: string | null;

  /** Username; null: anonymous. */
  @Column('text', { nullable: true })
  submittedBy!: string | null;

  @TimestampColumn()
  dateSubmitted!: Date;

  @TimestampColumn()
  dateModified!: Date;

  /** Answers without metadata, for filters. */
  @Column('jsonb', { select: false })
  answers!: Record<string, unknown>;

  /** Rendered API response, except the host of links. */
  @Column('text', { select: false })
  json!: string;

  @Column('text', { select: false })
  xml!: string;

  @Column('jsonb', { nullable: true })
  validationStatus!: ValidationStatus | null;
}

/** The stored state that resubmissions and edits are compared with. */
export type StoredSubmission = Pick<
  SubmissionEntity,
  'id' | 'rootUuid' | 'uuid' | 'xmlHash' | 'submittedBy' | 'dateSubmitted' | 'validationStatus' | 'json'
>;

/** File received with a submission; stored by hash. */
@Entity('attachment')
export class AttachmentEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @PrimaryColumn('bigint')
  submissionId!: number;

  @PrimaryColumn('text')
  uid!: string;

  @Column('text')
  name!: string;

  /** Normalized name, for uniqueness. */
  @Column('text')
  nameKey!: string;

  @Column('text')
  mimetype!: string;

  @Column('bigint')
  byteSize!: number;

  @Column('bytea')
  sha256!: Buffer;

  @Column('text', { default: '' })
  questionXpath!: string;

  @TimestampColumn()
  dateCreated!: Date;

  /** Set when an edit removed the reference: retained for the history only. */
  @TimestampColumn({ nullable: true })
  dateDropped!: Date | null;

  /** Set when deleted: its bytes are removed, the submission still lists it. */
  @TimestampColumn({ nullable: true })
  dateDeleted!: Date | null;
}

/** Earlier state of an edited submission. Partitioned by asset. */
@Entity('submission_history')
export class SubmissionHistoryEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @PrimaryColumn('bigint')
  submissionId!: number;

  /** Uuid of this state, without the prefix `uuid:`. */
  @PrimaryColumn('text')
  uuid!: string;

  @Column('bytea')
  xmlHash!: Buffer;

  @Column('text', { nullable: true })
  versionUid!: string | null;

  @Column('text', { select: false })
  xml!: string;

  @TimestampColumn()
  dateReplaced!: Date;

  /** Username of the editor; null: anonymous. */
  @Column('text', { nullable: true })
  replacedBy!: string | null;
}

/** Note on a submission, such as a comment of the server that it was moved from. Partitioned by asset. */
@Entity('submission_note')
export class SubmissionNoteEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @PrimaryColumn('bigint')
  submissionId!: number;

  /** From 1, oldest first. */
  @PrimaryColumn('int')
  ordinal!: number;

  @Column('text')
  body!: string;

  /** Username, or name at the source; null if unknown. */
  @Column('text', { nullable: true })
  createdBy!: string | null;

  /** Null if the source does not tell. */
  @TimestampColumn({ nullable: true })
  dateCreated!: Date | null;
}

/** Creation, change or deletion of a submission, one row per transaction. Partitioned by asset. */
@Entity('submission_change')
export class SubmissionChangeEntity {
  @PrimaryColumn('int')
  assetId!: number;

  /** PostgreSQL's transaction id: the order of changes. */
  @PrimaryColumn('bigint')
  transactionId!: number;

  @PrimaryColumn('bigint')
  submissionId!: number;

  @Column('text')
  kind!: SubmissionChangeKind;

  @TimestampColumn()
  dateChanged!: Date;

  /** Before a change of the status: JSON `null` without one. SQL null: not such a change, or of an earlier version. */
  @Column('jsonb', { nullable: true })
  formerStatus!: ValidationStatus | null;

  /** Users whose row filter contained the submission until the change. Null: none, or of an earlier version. */
  @Column('int', { array: true, nullable: true })
  seenBy!: number[] | null;
}

/** Asset whose stored submissions are read again, each by its own form version. */
@Entity('submission_rereading')
export class SubmissionRereadingEntity {
  @PrimaryColumn('int')
  assetId!: number;

  /** Of the last submission that was read again. */
  @Column('bigint')
  lastId!: number;
}

/** Submission count of an asset per day: the sum over its slots. Connections use separate slots to avoid lock contention. */
@Entity('submission_tally')
export class SubmissionTallyEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @PrimaryColumn('date')
  day!: string;

  @PrimaryColumn('int')
  slot!: number;

  @Column('int')
  submissions!: number;

  @TimestampColumn({ nullable: true })
  lastSubmitted!: Date | null;

  /** No submission of the day has a lower id. 0: unknown. */
  @Column('bigint', { default: () => '0' })
  firstId!: string;

  /** No submission of the day has a higher id. The default, the highest id that JSON holds exactly: unknown. */
  @Column('bigint', { default: () => String(Number.MAX_SAFE_INTEGER) })
  lastId!: string;
}

/** Sum of an asset's folded days: of its `submission_tally` rows in the slot for folded days. */
@Entity('submission_total')
export class SubmissionTotalEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @Column('int')
  submissions!: number;

  @TimestampColumn({ nullable: true })
  lastSubmitted!: Date | null;
}

/** Deleted submission that can be restored: the row as it was. Partitioned by asset. */
@Entity('deleted_submission')
export class DeletedSubmissionEntity extends SubmissionEntity {
  @TimestampColumn()
  dateDeleted!: Date;

  /** Username; null: a collector link or the service. */
  @Column('text', { nullable: true })
  deletedBy!: string | null;
}

/** A row that belonged to a deleted submission. Partitioned by asset. */
@Entity('deleted_submission_part')
export class DeletedSubmissionPartEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @PrimaryColumn('bigint')
  submissionId!: number;

  /** Table of the row. */
  @PrimaryColumn('text')
  kind!: string;

  /** Distinguishes the rows of one table. */
  @PrimaryColumn('text')
  name!: string;

  /** Stored file that the row refers to. */
  @Column('bytea', { nullable: true })
  sha256!: Buffer | null;

  /** The row, by column. */
  @Column('jsonb')
  data!: object;
}

/** Answers that slow filters of a form compare: it has an index on them once it is large (decision 153). */
@Entity('answer_index')
export class AnswerIndexEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @PrimaryColumn('text')
  path!: string;

  @PrimaryColumn('text')
  kind!: ComparedAnswer['kind'];

  /** Day (UTC) on which a filter was slow without it, or used it. */
  @Column('date')
  lastUsed!: string;

  /** Scans of the index when they were last counted. */
  @Column('bigint', { default: () => '0' })
  scans!: string;
}
