import { Column, Entity } from 'typeorm';
import { TimestampColumn } from './timestamp-column';
import { UidEntity } from './uid.entity';

/** Message of the operator to all users, or of the service to one. */
@Entity('in_app_message')
export class InAppMessageEntity extends UidEntity {
  /** Null: to all users. */
  @Column('int', { nullable: true })
  recipientId!: number | null;

  /** Uid of the invite that the message is about. */
  @Column('text', { nullable: true })
  inviteUid!: string | null;

  @Column('text')
  title!: string;

  /** Markdown, like the body. */
  @Column('text')
  snippet!: string;

  @Column('text')
  body!: string;

  @Column('boolean')
  published!: boolean;

  /** Clients show it again on each start. */
  @Column('boolean')
  alwaysDisplayAsNew!: boolean;

  @TimestampColumn()
  validFrom!: Date;

  @TimestampColumn()
  validUntil!: Date;
}
