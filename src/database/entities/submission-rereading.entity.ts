import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Asset whose stored submissions are read again, each by its own form version. */
@Entity('submission_rereading')
export class SubmissionRereadingEntity {
  @PrimaryColumn('int')
  assetId!: number;

  /** Of the last submission that was read again. */
  @Column('bigint')
  lastId!: number;
}
