import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Scope } from '../../domain/account/actor';

/** A key for programs. It is found by its SHA-256; only the default one can be shown again (decision 23). */
@Entity('api_token')
export class ApiTokenEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('int')
  userId!: number;

  @Column('bytea')
  keyHash!: Buffer;

  /** AES-256-GCM under SECRET_KEY; only for the default token. */
  @Column('bytea', { nullable: true })
  encryptedKey!: Buffer | null;

  @Column('boolean')
  isDefault!: boolean;

  /** Null for the default token, which has no URL of its own. */
  @Column('text', { nullable: true })
  uid!: string | null;

  @Column('text')
  name!: string;

  @Column('text', { array: true })
  scopes!: Scope[];

  /** Null: it never expires. */
  @Column('timestamptz', { nullable: true })
  dateExpires!: Date | null;

  /** To the minute; null: never used. */
  @Column('timestamptz', { nullable: true })
  dateLastUsed!: Date | null;

  @Column('timestamptz')
  dateCreated!: Date;
}
