import type { TaskEntity } from '../../database/entities/task.entity';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';

/** Columns that the owning module sets; `Tasks` sets the others. */
export type NewTask<Task extends TaskEntity> = Omit<Task, keyof TaskEntity> & Pick<Task, 'uid'>;

/** A claim on a task; `attempt` is its fencing token: a later claim invalidates this one. */
export type ClaimedTask = Pick<TaskEntity, 'uid' | 'attempt'>;

export type TaskProgress = Pick<TaskEntity, 'rowsDone' | 'rowsTotal'>;

/** Storage of the tasks of one table. `now` is the time by the clock of the service. */
export abstract class TaskStore<Task extends TaskEntity> {
  /** Inserts a task in status `created`. */
  abstract insert(transaction: Transaction, task: NewTask<Task>, now: Date): Promise<void>;

  /** Claims a waiting task; undefined when another worker did, or the task has ended. */
  abstract claim(uid: string, now: Date): Promise<Task | undefined>;

  /** @returns false when the claim is lost */
  abstract heartbeat(claimed: ClaimedTask, progress: TaskProgress, now: Date): Promise<boolean>;

  /** @throws ConflictError when the claim is lost */
  abstract complete(
    transaction: Transaction,
    claimed: ClaimedTask,
    outcome: TaskProgress & Pick<Task, 'messages'>,
    now: Date,
  ): Promise<void>;

  /** Ends a task in `error`; does nothing when the claim is lost. */
  abstract fail(claimed: ClaimedTask, messages: Task['messages'], now: Date): Promise<void>;

  /** Returns a task to status `created`. @returns false when the claim was lost */
  abstract release(transaction: Transaction, claimed: ClaimedTask, now: Date): Promise<boolean>;

  /** Ends claimed tasks without heartbeat since `before`. @returns how many */
  abstract expire(before: Date, messages: Task['messages'], now: Date): Promise<number>;

  /** Returns claimed tasks without heartbeat since `before`, with fewer claims than `maxAttempts`, to status `created`. */
  abstract reopen(before: Date, maxAttempts: number): Promise<number>;

  /** Finds tasks unclaimed since `before`, oldest first, and resets their wait. @returns uids, at most one batch */
  abstract requeue(transaction: Transaction, before: Date, now: Date): Promise<string[]>;
}
