import { Column, type ColumnOptions, PrimaryGeneratedColumn, Entity, PrimaryColumn } from 'typeorm';

/** `timestamptz(3)`: the precision of a JavaScript Date, so that values survive a round trip. */
export function TimestampColumn(
  options: Pick<ColumnOptions, 'nullable' | 'select' | 'default'> = {},
): PropertyDecorator {
  return Column('timestamp with time zone', { ...options, precision: 3 });
}

export abstract class IdEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;
}

export abstract class UidEntity extends IdEntity {
  @Column('text')
  uid!: string;
}

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

  /** Address to use once its link is opened (decision 149). Null: none. */
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

  /** Last deactivation; signed links of before stay void when the account is reactivated. */
  @TimestampColumn({ nullable: true })
  dateDeactivated!: Date | null;

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

/** Unused recovery code, which replaces a code of the authenticator once. */
@Entity('recovery_code')
export class RecoveryCodeEntity {
  @PrimaryColumn('int')
  userId!: number;

  /** HMAC-SHA-256 under a key derived from SECRET_KEY. */
  @PrimaryColumn('bytea')
  codeHash!: Buffer;
}

/** Address of an earlier successful sign-in of an account. */
@Entity('known_address')
export class KnownAddressEntity {
  @PrimaryColumn('int')
  userId!: number;

  /** HMAC of username and address: reveals neither, nor shared addresses. */
  @PrimaryColumn('bytea')
  addressHash!: Buffer;

  @TimestampColumn()
  dateSeen!: Date;
}

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

/** Message of the operator to all users, or of the service to one. */
@Entity('in_app_message')
export class InAppMessageEntity extends UidEntity {
  /** Null: to all users. */
  @Column('int', { nullable: true })
  recipientId!: number | null;

  /** Uid of the invite that the message is about. */
  @Column('text', { nullable: true })
  inviteUid!: string | null;

  @Column('text')
  title!: string;

  /** Markdown, like the body. */
  @Column('text')
  snippet!: string;

  @Column('text')
  body!: string;

  @Column('boolean')
  published!: boolean;

  /** Clients show it again on each start. */
  @Column('boolean')
  alwaysDisplayAsNew!: boolean;

  @TimestampColumn()
  validFrom!: Date;

  @TimestampColumn()
  validUntil!: Date;
}

/** Interactions of a user with a message, such as the time of reading, as the client sends them. */
@Entity('in_app_message_interaction')
export class InAppMessageInteractionEntity {
  @PrimaryColumn('int')
  messageId!: number;

  @PrimaryColumn('int')
  userId!: number;

  @Column('jsonb')
  interactions!: object;
}

/** Settings shared by all processes of the installation, such as the fingerprint of the secret key. */
@Entity('instance_setting')
export class InstanceSettingEntity {
  @PrimaryColumn('text')
  name!: string;

  @Column('text')
  value!: string;
}
