import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SubmissionChangeKind } from '../../domain/submission/submission-change';
import { MomentColumn } from './moment-column';

/** That a submission came, changed or went: one row for each transaction that did it. Partitioned by asset. */
@Entity('submission_change')
export class SubmissionChangeEntity {
  @PrimaryColumn('int')
  assetId!: number;

  /** PostgreSQL's number of the transaction: the order of changes. */
  @PrimaryColumn('bigint')
  transactionId!: number;

  @PrimaryColumn('bigint')
  submissionId!: number;

  @Column('text')
  kind!: SubmissionChangeKind;

  @MomentColumn()
  dateChanged!: Date;
}
