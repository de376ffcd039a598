import { Column, Entity, PrimaryColumn } from 'typeorm';
import { MomentColumn } from './moment-column';

/** The sum of an asset's folded days: of its rows of `submission_tally` in the slot for those. */
@Entity('submission_total')
export class SubmissionTotalEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @Column('int')
  submissions!: number;

  @MomentColumn({ nullable: true })
  lastSubmitted!: Date | null;
}
