import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Application, ClientType } from '../../domain/oauth/application';
import { TimestampColumn } from './timestamp-column';

/** OAuth client. SHA-256 suffices for its secret, which is random. */
@Entity('oauth_application')
export class OAuthApplicationEntity implements Application {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

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
