import { Column, Entity, PrimaryColumn } from 'typeorm';
import { MomentColumn } from './moment-column';

/** What a submission was before an edit. Partitioned by asset, like the submission. */
@Entity('submission_history')
export class SubmissionHistoryEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @PrimaryColumn('bigint')
  submissionId!: number;

  /** That it bore until then; without the prefix `uuid:`. */
  @PrimaryColumn('text')
  uuid!: string;

  @Column('bytea')
  xmlHash!: Buffer;

  @Column('text', { nullable: true })
  versionUid!: string | null;

  @Column('text', { select: false })
  xml!: string;

  @MomentColumn()
  dateReplaced!: Date;

  /** Username of whoever edited it; null when it was nobody with an account. */
  @Column('text', { nullable: true })
  replacedBy!: string | null;
}
