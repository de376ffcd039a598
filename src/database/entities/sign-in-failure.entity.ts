import { Column, Entity, PrimaryColumn } from 'typeorm';
import { MomentColumn } from './moment-column';

/** A counter of failed sign-ins. Its name is a keyed hash: what people type into the wrong field may be a password. */
@Entity('sign_in_failure')
export class SignInFailureEntity {
  @PrimaryColumn('text')
  name!: string;

  @Column('int')
  failures!: number;

  /** After this the counter counts as none. */
  @MomentColumn()
  dateEnds!: Date;
}
