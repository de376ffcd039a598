import { Column, Entity, PrimaryColumn } from 'typeorm';
import { MomentColumn } from './moment-column';

/** How many submissions of an asset came on a day: the sum over its slots. Each connection adds to a slot of its own. */
@Entity('submission_tally')
export class SubmissionTallyEntity {
  @PrimaryColumn('int')
  assetId!: number;

  /** UTC. */
  @PrimaryColumn('date')
  day!: string;

  @PrimaryColumn('int')
  slot!: number;

  @Column('int')
  submissions!: number;

  @MomentColumn({ nullable: true })
  lastSubmitted!: Date | null;
}
