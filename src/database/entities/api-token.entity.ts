import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Scope } from '../../domain/account/actor';
import { MomentColumn } from './moment-column';

/** A key for programs. It is found by its SHA-256; only the default one can be shown again (decision 23). */
@Entity('api_token')
export class ApiTokenEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('int')
  userId!: number;

  @Column('bytea', { select: false })
  keyHash!: Buffer;

  /** AES-256-GCM under SECRET_KEY; only for the default token. */
  @Column('bytea', { nullable: true, select: false })
  encryptedKey!: Buffer | null;

  @Column('boolean')
  isDefault!: boolean;

  /** Null for the default token, which has no URL of its own. */
  @Column('text', { nullable: true })
  uid!: string | null;

  @Column('text', { default: '' })
  name!: string;

  @Column('text', { array: true, default: () => `'{read,write}'` })
  scopes!: Scope[];

  /** Null: it never expires. */
  @MomentColumn({ nullable: true })
  dateExpires!: Date | null;

  /** To the minute; null: never used. */
  @MomentColumn({ nullable: true })
  dateLastUsed!: Date | null;

  @MomentColumn({ default: () => 'now()' })
  dateCreated!: Date;
}
