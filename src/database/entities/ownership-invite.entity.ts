import { Column, Entity } from 'typeorm';
import type { InviteStatus } from '../../domain/ownership/invite-status';
import { TimestampColumn } from './timestamp-column';
import { UidEntity } from './uid.entity';

@Entity('ownership_invite')
export class OwnershipInviteEntity extends UidEntity {
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
