import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { OAuthScope } from '../../domain/oauth/scope';
import { TimestampColumn } from './timestamp-column';

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
