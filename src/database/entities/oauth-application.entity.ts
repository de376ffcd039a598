import { Column, Entity } from 'typeorm';
import type { Application, ClientType } from '../../domain/oauth/application';
import { TimestampColumn } from './timestamp-column';
import { IdEntity } from './uid.entity';

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
