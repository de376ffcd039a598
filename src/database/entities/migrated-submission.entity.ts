import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Replica of a submission of a migrated asset. */
@Entity('migrated_submission')
export class MigratedSubmissionEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @PrimaryColumn('bigint')
  submissionId!: number;

  /** Id at the source. */
  @Column('bigint')
  sourceSubmissionId!: number;

  /** SHA-256 of the state at the source; null if parts are missing and should be read again. */
  @Column('bytea', { nullable: true })
  fingerprint!: Buffer | null;
}
