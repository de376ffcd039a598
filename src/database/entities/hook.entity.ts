import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AuthLevel, PayloadFormat, SubsetField, DeliveryCause } from '../../domain/hook/hook-rules';
import { TimestampColumn, UidEntity } from './user.entity';

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

@Entity('hook_delivery')
export class HookDeliveryEntity {
  @Column('bigint', { generated: 'increment' })
  id!: number;

  @PrimaryColumn('text')
  uid!: string;

  @Column('int')
  hookId!: number;

  @Column('int')
  assetId!: number;

  @Column('bigint')
  submissionId!: number;

  @Column('text')
  cause!: DeliveryCause;

  /** Value of `DELIVERY_STATUS`. */
  @Column('smallint')
  status!: number;

  @Column('int')
  tries!: number;

  @Column('int', { nullable: true })
  statusCode!: number | null;

  @Column('text')
  message!: string;

  /** Next attempt; during an attempt the time when its lease expires. */
  @TimestampColumn()
  dateDue!: Date;

  @TimestampColumn()
  dateModified!: Date;
}
