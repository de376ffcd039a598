import { Column, Entity } from 'typeorm';
import type {
  MigrationMessages,
  MigrationRequest,
  MigrationStep,
} from '../../domain/migration/migration-task';
import { TaskEntity } from './task.entity';

/** Move of projects from another server to the account of a user. */
@Entity('migration_task')
export class MigrationTaskEntity extends TaskEntity<MigrationMessages> {
  @Column('int')
  userId!: number;

  @Column('jsonb')
  request!: MigrationRequest;

  /** API token of the source, encrypted; null once the task has ended. */
  @Column('bytea', { nullable: true, select: false })
  token!: Buffer | null;

  @Column('jsonb', { nullable: true })
  step!: MigrationStep | null;
}
