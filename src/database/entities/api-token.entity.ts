import { Column, Entity } from 'typeorm';
import type { Scope } from '../../domain/account/actor';
import { TimestampColumn } from './timestamp-column';
import { IdEntity } from './uid.entity';

/** API token, found by its SHA-256. Only the default token can be shown again (decision 23). */
@Entity('api_token')
export class ApiTokenEntity extends IdEntity {
  @Column('int')
  userId!: number;

  @Column('bytea', { select: false })
  keyHash!: Buffer;

  /** AES-256-GCM with SECRET_KEY; default token only. */
  @Column('bytea', { nullable: true, select: false })
  encryptedKey!: Buffer | null;

  @Column('boolean')
  isDefault!: boolean;

  /** Null: the default token, which has no URL. */
  @Column('text', { nullable: true })
  uid!: string | null;

  @Column('text', { default: '' })
  name!: string;

  @Column('text', { array: true, default: () => `'{read,write}'` })
  scopes!: Scope[];

  @TimestampColumn({ nullable: true })
  dateExpires!: Date | null;

  /** Accurate to the minute; null: never. */
  @TimestampColumn({ nullable: true })
  dateLastUsed!: Date | null;

  @TimestampColumn({ default: () => 'now()' })
  dateCreated!: Date;
}
