import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { TransferStatus } from '../../domain/ownership/invite-status';
import { MomentColumn } from './moment-column';

/** One project of an offer. */
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

  /** Why it failed, in a sentence. */
  @Column('text', { nullable: true })
  error!: string | null;

  @MomentColumn()
  dateModified!: Date;
}
