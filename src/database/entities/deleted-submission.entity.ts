import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SubmissionEntity } from './submission.entity';
import { TimestampColumn } from './timestamp-column';

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
