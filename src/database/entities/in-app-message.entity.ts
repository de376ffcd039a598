import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimestampColumn, UidEntity } from './column';

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

/** Interactions of a user with a message, such as the time of reading, as the client sends them. */
@Entity('in_app_message_interaction')
export class InAppMessageInteractionEntity {
  @PrimaryColumn('int')
  messageId!: number;

  @PrimaryColumn('int')
  userId!: number;

  @Column('jsonb')
  interactions!: object;
}

/** Settings shared by all processes of the installation, such as the fingerprint of the secret key. */
@Entity('instance_setting')
export class InstanceSettingEntity {
  @PrimaryColumn('text')
  name!: string;

  @Column('text')
  value!: string;
}
