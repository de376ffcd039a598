import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { TaskEntity } from '../../database/entities/task.entity';

/** What a module says of a task that it starts; the rest of its columns are this room's. */
export type NewTask<Task extends TaskEntity> = Omit<Task, keyof TaskEntity> & Pick<Task, 'uid'>;

/** What whoever works on a task has to do with it. */
export interface TaskWork<Task extends TaskEntity> {
  /**
   * Aborted, with a ConflictError, when nothing can come of the task in this process any more: it was cancelled or given
   * up, or the process stops. Whoever heeds it saves work; whoever does not is refused when it comes to complete the task.
   */
  readonly signal: AbortSignal;
  /**
   * Lets other jobs have the place of this one, whose work mostly waits from here on: a process does few at a time. The
   * task goes on and gives its signs of life; whoever calls this bounds how many such works there are.
   */
  leavePlace(): void;
  /**
   * Says how far the work is; costs nothing, for it is kept with the next sign of life.
   * @param done rows, or whatever the kind counts; never negative
   */
  progress(done: number, total: number): void;
  /**
   * Ends the task with what came of it, in the transaction that makes it: the one is there if and only if the other is.
   * @throws ConflictError when the task is not this one's any more; then the transaction has to fail
   */
  complete(transaction: Transaction, messages: Task['messages']): Promise<void>;
}

/** What is done for the tasks of one table. */
export interface TaskKind<Task extends TaskEntity> {
  /** In the log, and the name of its jobs. */
  readonly name: string;
  /**
   * Carries out a task and completes it. It may be called again for a task that an earlier call did not complete. What it
   * throws ends the task in `error`, unless the process stops: then another one does the task.
   */
  handle(task: Task, work: TaskWork<Task>): Promise<void>;
  /** What a task tells that failed for this reason. */
  explain(error: unknown): Task['messages'];
  /** What a task tells whose worker died. */
  readonly interrupted: Task['messages'];
}

/**
 * The background tasks of one table, for the module that owns it. A task that was started ends in `complete` or `error`,
 * whoever dies: a worker that falls silent loses its task, and one that nobody takes is asked for again.
 */
export abstract class Tasks<Task extends TaskEntity> {
  /** Says what is done for these tasks: once, before the process takes jobs. */
  abstract register(kind: TaskKind<Task>): void;

  /** Makes a task, and asks for it to be done, if and only if the transaction commits. */
  abstract start(transaction: Transaction, task: NewTask<Task>): Promise<void>;

  /**
   * Ends a task that is open, in `error`. Whoever works on it is told with its next sign of life, and can't complete it.
   * @returns false when it was over already
   */
  abstract cancel(transaction: Transaction, uid: string, messages: Task['messages']): Promise<boolean>;
}
