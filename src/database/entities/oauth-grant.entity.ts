import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { OAuthScope } from '../../domain/oauth/scope';
import { MomentColumn } from './moment-column';

/** What a person agreed to: one code, redeemed once, and all tokens that came of it. Revoked, none of them holds. */
@Entity('oauth_grant')
export class OAuthGrantEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('int')
  applicationId!: number;

  @Column('int')
  userId!: number;

  @Column('text', { array: true })
  scopes!: OAuthScope[];

  @Column('bytea')
  codeHash!: Buffer;

  /** Null when the request left it out, so that the exchange may too. */
  @Column('text', { nullable: true })
  redirectUri!: string | null;

  /** Of method S256. */
  @Column('text', { nullable: true })
  codeChallenge!: string | null;

  @MomentColumn()
  dateCreated!: Date;

  @MomentColumn()
  dateCodeExpires!: Date;

  @MomentColumn({ nullable: true })
  dateCodeUsed!: Date | null;

  @MomentColumn({ nullable: true })
  dateRevoked!: Date | null;
}
