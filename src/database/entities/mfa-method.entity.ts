import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from './timestamp-column';

/** TOTP authenticator of an account, as the second factor of its sign-ins. */
@Entity('mfa_method')
export class MfaMethodEntity {
  @PrimaryColumn('int')
  userId!: number;

  /** AES-256-GCM; null after the method was switched off. */
  @Column('bytea', { nullable: true, select: false })
  encryptedSecret!: Buffer | null;

  /** False until the first code is confirmed. */
  @Column('boolean', { default: false })
  isActive!: boolean;

  /** Time step of the last accepted code, so that no code is accepted twice. */
  @Column('int', { default: 0 })
  lastStep!: number;

  @TimestampColumn()
  dateCreated!: Date;

  @TimestampColumn()
  dateModified!: Date;

  @TimestampColumn({ nullable: true })
  dateDisabled!: Date | null;
}
