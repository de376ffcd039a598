import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SubmissionChangeKind } from '../../domain/submission/submission-change';
import { TimestampColumn } from './timestamp-column';

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
}
