import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { TransferStatus } from '../../domain/ownership/invite-status';
import { TimestampColumn } from './timestamp-column';

@Entity('ownership_transfer')
export class OwnershipTransferEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('text')
  uid!: string;

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
