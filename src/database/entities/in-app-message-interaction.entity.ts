import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a user did with a message, as the client stores it. */
@Entity('in_app_message_interaction')
export class InAppMessageInteractionEntity {
  @PrimaryColumn('int')
  messageId!: number;

  @PrimaryColumn('int')
  userId!: number;

  @Column('jsonb')
  interactions!: object;
}
