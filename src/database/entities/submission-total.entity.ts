import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from './timestamp-column';

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
