import { Column } from 'typeorm';
import type { TaskStatus } from '../../domain/task/task-status';
import { MomentColumn } from './moment-column';
import { UidEntity } from './uid.entity';

/**
 * What background tasks of every kind have in common. Each kind has a table of its own that has these columns, and not a
 * row of one table for all: its foreign keys take it along when what it is about goes, its lists need no join, and a
 * million small tasks of one kind do not stand between two of another. The price is one small statement for each kind
 * whenever abandoned tasks are looked for, which a partial index on `date_modified` of the open ones answers.
 */
export abstract class TaskEntity<Messages extends object = object> extends UidEntity {
  @Column('text')
  status!: TaskStatus;

  /** What came of it, in the words of its kind; empty while it is open. */
  @Column('jsonb', { default: {} })
  messages!: Messages;

  /** How often it was taken. Only who took it last holds it: what an earlier one says of it counts for nothing. */
  @Column('int', { default: 0 })
  attempt!: number;

  /** How far the work is; null as long as nobody said. */
  @Column('int', { nullable: true })
  rowsDone!: number | null;

  @Column('int', { nullable: true })
  rowsTotal!: number | null;

  @MomentColumn()
  dateCreated!: Date;

  /** When somebody last asked for it, worked on it or ended it. */
  @MomentColumn()
  dateModified!: Date;
}
