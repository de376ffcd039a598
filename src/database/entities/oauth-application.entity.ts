import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Application, ClientType } from '../../domain/oauth/application';
import { MomentColumn } from './moment-column';

/** A program that asks people for access. Its secret is kept as a SHA-256: it is random, nobody can guess it from that. */
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

  /** Only of confidential applications. */
  @Column('bytea', { nullable: true, select: false })
  secretHash!: Buffer | null;

  @Column('text', { array: true })
  redirectUris!: string[];

  @MomentColumn()
  dateCreated!: Date;

  @MomentColumn()
  dateModified!: Date;
}
