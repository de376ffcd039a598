import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { InviteStatus } from '../../domain/ownership/invite-status';
import { TimestampColumn } from './timestamp-column';

@Entity('ownership_invite')
export class OwnershipInviteEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('text')
  uid!: string;

  @Column('int')
  senderId!: number;

  @Column('int')
  recipientId!: number;

  @Column('text')
  status!: InviteStatus;

  @TimestampColumn()
  dateCreated!: Date;

  @TimestampColumn()
  dateModified!: Date;
}
