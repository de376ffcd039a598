import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { OAuthScope } from '../../domain/oauth/scope';

/** An access token with the refresh token that came along; rotated, neither holds any more. */
@Entity('oauth_token')
export class OAuthTokenEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
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

  @Column('timestamptz')
  dateCreated!: Date;

  /** When the access token ends; the refresh token has no end (contract-assets 8.3). */
  @Column('timestamptz')
  dateExpires!: Date;

  @Column('timestamptz', { nullable: true })
  dateRotated!: Date | null;
}
