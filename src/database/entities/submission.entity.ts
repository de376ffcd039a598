import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ValidationStatus } from '../../domain/submission/validation-status';
import { TimestampColumn } from './timestamp-column';

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
