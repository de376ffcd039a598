import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Scope } from '../../domain/account/actor';
import { TimestampColumn, IdEntity, UidEntity } from './user.entity';
import type { Application, ClientType, OAuthScope } from '../../domain/oauth/application';

/** API token, found by its SHA-256. Only the default token can be shown again (decision 23). */
@Entity('api_token')
export class ApiTokenEntity extends IdEntity {
  @Column('int')
  userId!: number;

  @Column('bytea', { select: false })
  keyHash!: Buffer;

  /** AES-256-GCM with SECRET_KEY; default token only. */
  @Column('bytea', { nullable: true, select: false })
  encryptedKey!: Buffer | null;

  @Column('boolean')
  isDefault!: boolean;

  /** Null: the default token, which has no URL. */
  @Column('text', { nullable: true })
  uid!: string | null;

  @Column('text', { default: '' })
  name!: string;

  @Column('text', { array: true, default: () => `'{read,write}'` })
  scopes!: Scope[];

  @TimestampColumn({ nullable: true })
  dateExpires!: Date | null;

  /** Accurate to the minute; null: never. */
  @TimestampColumn({ nullable: true })
  dateLastUsed!: Date | null;

  @TimestampColumn({ default: () => 'now()' })
  dateCreated!: Date;
}

/** Secret link that accepts submissions to one asset without an account. */
@Entity('collector_link')
export class CollectorLinkEntity extends UidEntity {
  @Column('int')
  assetId!: number;

  @Column('text')
  name!: string;

  @Column('bytea', { select: false })
  keyHash!: Buffer;

  @Column('text', { nullable: true })
  createdBy!: string | null;

  @TimestampColumn()
  dateCreated!: Date;
}

/** OAuth client. SHA-256 suffices for its secret, which is random. */
@Entity('oauth_application')
export class OAuthApplicationEntity extends IdEntity implements Application {
  @Column('text')
  clientId!: string;

  @Column('int')
  ownerId!: number;

  @Column('text')
  name!: string;

  @Column('text')
  clientType!: ClientType;

  @Column('bytea', { nullable: true, select: false })
  secretHash!: Buffer | null;

  @Column('text', { array: true })
  redirectUris!: string[];

  @TimestampColumn()
  dateCreated!: Date;

  @TimestampColumn()
  dateModified!: Date;
}

/** Consent of a user: one authorization code and all tokens issued for it. Revoking it invalidates them. */
@Entity('oauth_grant')
export class OAuthGrantEntity extends IdEntity {
  @Column('int')
  applicationId!: number;

  @Column('int')
  userId!: number;

  @Column('text', { array: true })
  scopes!: OAuthScope[];

  @Column('bytea')
  codeHash!: Buffer;

  /** Null: absent in the request, then optional in the exchange. */
  @Column('text', { nullable: true })
  redirectUri!: string | null;

  /** PKCE, method S256. */
  @Column('text', { nullable: true })
  codeChallenge!: string | null;

  @TimestampColumn()
  dateCreated!: Date;

  @TimestampColumn()
  dateCodeExpires!: Date;

  @TimestampColumn({ nullable: true })
  dateCodeUsed!: Date | null;

  @TimestampColumn({ nullable: true })
  dateRevoked!: Date | null;
}

/** Access token and its refresh token; both are invalid once rotated. */
@Entity('oauth_token')
export class OAuthTokenEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('int')
  grantId!: number;

  @Column('int')
  userId!: number;

  @Column('text', { array: true })
  scopes!: OAuthScope[];

  @Column('bytea')
  accessHash!: Buffer;

  @Column('bytea')
  refreshHash!: Buffer;

  @TimestampColumn()
  dateCreated!: Date;

  /** Expiry of the access token; the refresh token does not expire (contract-assets 8.3). */
  @TimestampColumn()
  dateExpires!: Date;

  @TimestampColumn({ nullable: true })
  dateRotated!: Date | null;
}
