import { Column, Entity, PrimaryColumn } from 'typeorm';

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
