import { Column, Entity } from 'typeorm';
import type { OAuthScope } from '../../domain/oauth/scope';
import { TimestampColumn } from './timestamp-column';
import { IdEntity } from './uid.entity';

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
