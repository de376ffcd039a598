import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from './timestamp-column';

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
