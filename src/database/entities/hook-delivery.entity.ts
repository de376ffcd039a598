import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DeliveryCause } from '../../domain/hook/hook';
import { TimestampColumn } from './timestamp-column';

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
