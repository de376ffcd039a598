import type { TaskEntity } from '../../database/entities/task.entity';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { NewTask } from './task.port';

/** A task that somebody took, and which time that was: an earlier holder has it no more. */
export type HeldTask = Pick<TaskEntity, 'uid' | 'attempt'>;

export type TaskProgress = Pick<TaskEntity, 'rowsDone' | 'rowsTotal'>;

/** Where the tasks of one table are kept. `now` is when something happens, by the clock of the service. */
export abstract class TaskStore<Task extends TaskEntity> {
  /** Keeps a new task, which waits for somebody. */
  abstract insert(transaction: Transaction, task: NewTask<Task>, now: Date): Promise<void>;

  /** Takes a task that waits; undefined when somebody else did, or it is over. */
  abstract take(uid: string, now: Date): Promise<Task | undefined>;

  /** A sign of life. @returns false when the task is not held any more */
  abstract beat(held: HeldTask, progress: TaskProgress, now: Date): Promise<boolean>;

  /** @throws ConflictError when the task is not held any more */
  abstract complete(
    transaction: Transaction,
    held: HeldTask,
    outcome: TaskProgress & Pick<Task, 'messages'>,
    now: Date,
  ): Promise<void>;

  /** Ends a task that came to nothing; one that is not held any more stays as it is. */
  abstract fail(held: HeldTask, messages: Task['messages'], now: Date): Promise<void>;

  /** Lets go of a task: it waits again. @returns false when it was not held any more */
  abstract letGo(transaction: Transaction, held: HeldTask, now: Date): Promise<boolean>;

  /** Ends an open task, held or not. @returns false when it was over */
  abstract cancel(
    transaction: Transaction,
    uid: string,
    messages: Task['messages'],
    now: Date,
  ): Promise<boolean>;

  /** Ends the held tasks that gave no sign of life since `before`. @returns how many */
  abstract giveUp(before: Date, messages: Task['messages'], now: Date): Promise<number>;

  /** Tasks that nobody took since `before`, the oldest first; they count as asked for now. @returns some of their uids */
  abstract askAgain(transaction: Transaction, before: Date, now: Date): Promise<string[]>;
}
