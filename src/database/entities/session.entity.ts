import { Column, Entity } from 'typeorm';
import { TimestampColumn } from './timestamp-column';
import { IdEntity } from './uid.entity';

/** Browser session, found by the SHA-256 of its cookie. */
@Entity('session')
export class SessionEntity extends IdEntity {
  @Column('int')
  userId!: number;

  @Column('bytea')
  keyHash!: Buffer;

  /** SHA-256 of the password hash at sign-in: a password change ends the session. */
  @Column('bytea')
  passwordStamp!: Buffer;

  /** Whether the second factor was proven in this session. */
  @Column('boolean', { default: false })
  mfaPassed!: boolean;

  @TimestampColumn()
  dateCreated!: Date;

  @TimestampColumn()
  dateExpires!: Date;

  /** Client address at sign-in. */
  @Column('text', { nullable: true })
  address!: string | null;

  /** User-Agent header at sign-in. */
  @Column('text', { nullable: true })
  agent!: string | null;

  @TimestampColumn({ nullable: true })
  dateLastUsed!: Date | null;
}
