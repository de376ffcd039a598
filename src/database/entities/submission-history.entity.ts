import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from './timestamp-column';

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
