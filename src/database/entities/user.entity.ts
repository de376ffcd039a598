import { Column, Entity } from 'typeorm';
import { TimestampColumn } from './timestamp-column';
import { IdEntity } from './uid.entity';

/** Account. AnonymousUser is one too: it holds permissions and can't sign in. */
@Entity('app_user')
export class UserEntity extends IdEntity {
  @Column('text')
  username!: string;

  /** argon2id in PHC format; null: no password sign-in. */
  @Column('text', { nullable: true, select: false })
  passwordHash!: string | null;

  @Column('text', { default: '' })
  email!: string;

  /** Address to use once its link is opened (decision 174). Null: none. */
  @Column('text', { nullable: true })
  unverifiedEmail!: string | null;

  @Column('text', { default: '' })
  firstName!: string;

  @Column('text', { default: '' })
  lastName!: string;

  @Column('boolean', { default: false })
  isSuperuser!: boolean;

  @Column('boolean', { default: true })
  isActive!: boolean;

  /** Set by a superuser: no sign-in without a second factor. */
  @Column('boolean', { default: false })
  mfaRequired!: boolean;

  @Column('jsonb', { default: {} })
  extraDetails!: Record<string, unknown>;

  /** Null: never changed. */
  @TimestampColumn({ nullable: true })
  extraDetailsModified!: Date | null;

  @Column('text')
  extraDetailsUid!: string;

  @TimestampColumn({ default: () => 'now()' })
  dateJoined!: Date;

  @TimestampColumn({ nullable: true })
  lastLogin!: Date | null;
}
