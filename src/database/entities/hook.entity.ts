import { Column, Entity } from 'typeorm';
import type { AuthLevel, PayloadFormat, SubsetField } from '../../domain/hook/hook';
import { TimestampColumn } from './timestamp-column';
import { UidEntity } from './uid.entity';

@Entity('hook')
export class HookEntity extends UidEntity {
  @Column('int')
  assetId!: number;

  @Column('text')
  name!: string;

  @Column('text')
  endpoint!: string;

  @Column('boolean')
  active!: boolean;

  @Column('text')
  exportType!: PayloadFormat;

  @Column('text')
  authLevel!: AuthLevel;

  /** Encrypted JSON: contains passwords. */
  @Column('bytea')
  settings!: Buffer;

  /** Encrypted signing key; null: deliveries are unsigned. */
  @Column('bytea', { nullable: true })
  secret!: Buffer | null;

  @Column('boolean')
  emailNotification!: boolean;

  /** Delivers changes too, not only new submissions. */
  @Column('boolean')
  sendsChanges!: boolean;

  @Column('jsonb')
  subsetFields!: SubsetField[];

  @Column('text', { nullable: true })
  payloadTemplate!: string | null;

  /** Scheme and host of the links in payloads, as of the last save. */
  @Column('text')
  origin!: string;

  @TimestampColumn()
  dateModified!: Date;
}
