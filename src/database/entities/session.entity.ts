import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { MomentColumn } from './moment-column';

/** Somebody signed in with a browser. It is found by the SHA-256 of what the cookie holds. */
@Entity('session')
export class SessionEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('int')
  userId!: number;

  @Column('bytea')
  keyHash!: Buffer;

  /** SHA-256 of the password's hash at sign-in: once the password is another, the session is over. */
  @Column('bytea')
  passwordStamp!: Buffer;

  @MomentColumn()
  dateCreated!: Date;

  @MomentColumn()
  dateExpires!: Date;
}
