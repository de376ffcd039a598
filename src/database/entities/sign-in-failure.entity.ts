import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from './timestamp-column';

/** Counter of failed sign-ins. Its name is an HMAC: usernames typed may be passwords. */
@Entity('sign_in_failure')
export class SignInFailureEntity {
  @PrimaryColumn('text')
  name!: string;

  @Column('int')
  failures!: number;

  @TimestampColumn()
  dateEnds!: Date;
}
