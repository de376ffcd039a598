import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DeliveryCause } from '../../domain/hook/hook';
import { MomentColumn } from './moment-column';

/** A submission on its way to an endpoint, and then what came of it. */
@Entity('hook_delivery')
export class HookDeliveryEntity {
  /** In the order in which they came. */
  @Column('bigint', { generated: 'increment' })
  id!: number;

  @PrimaryColumn('text')
  uid!: string;

  @Column('int')
  hookId!: number;

  /** The hook's. */
  @Column('int')
  assetId!: number;

  @Column('bigint')
  submissionId!: number;

  @Column('text')
  cause!: DeliveryCause;

  /** A number of `DELIVERY_STATUS`. */
  @Column('smallint')
  status!: number;

  @Column('int')
  tries!: number;

  @Column('int', { nullable: true })
  statusCode!: number | null;

  @Column('text')
  message!: string;

  /** When it is to be tried; while it is, when whoever tries it counts as dead. */
  @MomentColumn()
  dateDue!: Date;

  @MomentColumn()
  dateModified!: Date;
}
