import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { InviteStatus } from '../../domain/ownership/invite-status';
import { MomentColumn } from './moment-column';

/** An offer of one user to another: these projects could be yours. */
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

  @MomentColumn()
  dateCreated!: Date;

  @MomentColumn()
  dateModified!: Date;
}
