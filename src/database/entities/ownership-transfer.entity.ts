import { Column, Entity } from 'typeorm';
import type { TransferStatus } from '../../domain/ownership/invite-status';
import { TimestampColumn } from './timestamp-column';
import { UidEntity } from './uid.entity';

@Entity('ownership_transfer')
export class OwnershipTransferEntity extends UidEntity {
  @Column('int')
  inviteId!: number;

  @Column('int')
  assetId!: number;

  @Column('text')
  status!: TransferStatus;

  @Column('text', { nullable: true })
  error!: string | null;

  @TimestampColumn()
  dateModified!: Date;
}
