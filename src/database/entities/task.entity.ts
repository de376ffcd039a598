import { Column } from 'typeorm';
import type { TaskStatus } from '../../domain/task/task-status';
import { TimestampColumn } from './timestamp-column';
import { UidEntity } from './uid.entity';

/**
 * Columns of background tasks. One table per kind: foreign keys cascade, lists need no join, kinds don't slow each
 * other. Finding expired tasks takes one indexed query per kind.
 */
export abstract class TaskEntity<Messages extends object = object> extends UidEntity {
  @Column('text')
  status!: TaskStatus;

  @Column('jsonb', { default: {} })
  messages!: Messages;

  /** Fencing token: number of times a worker has taken the task; writes of earlier attempts are ignored. */
  @Column('int', { default: 0 })
  attempt!: number;

  @Column('int', { nullable: true })
  rowsDone!: number | null;

  @Column('int', { nullable: true })
  rowsTotal!: number | null;

  @TimestampColumn()
  dateCreated!: Date;

  /** Last request, heartbeat or completion. */
  @TimestampColumn()
  dateModified!: Date;
}
