import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { OAuthScope } from '../../domain/oauth/scope';
import { MomentColumn } from './moment-column';

/** An access token with the refresh token that came along; rotated, neither holds any more. */
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

  @MomentColumn()
  dateCreated!: Date;

  /** When the access token ends; the refresh token has no end (contract-assets 8.3). */
  @MomentColumn()
  dateExpires!: Date;

  @MomentColumn({ nullable: true })
  dateRotated!: Date | null;
}
