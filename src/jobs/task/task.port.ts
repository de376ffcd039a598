import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { TaskEntity } from '../../database/entities/task.entity';

/** Columns that the owning module sets; `Tasks` sets the others. */
export type NewTask<Task extends TaskEntity> = Omit<Task, keyof TaskEntity> & Pick<Task, 'uid'>;

/** Handle on a running task, for its handler. */
export interface TaskExecution<Task extends TaskEntity> {
  /**
   * Aborted with a ConflictError when the task was deleted or has expired, or the process stops. A handler that ignores
   * it wastes work: `complete` then throws.
   */
  readonly signal: AbortSignal;
  /**
   * Releases the job slot early, for handlers that mostly wait from now on. The task continues with its heartbeats; the
   * caller must limit their number.
   */
  releaseSlot(): void;
  /**
   * Sets the progress; cheap, because the next heartbeat stores it.
   * @param done rows, or another unit of the task; never negative
   */
  progress(done: number, total: number): void;
  /**
   * Completes the task in the transaction that writes its result.
   * @throws ConflictError when the task was deleted or has expired; the transaction must then fail
   */
  complete(transaction: Transaction, messages: Task['messages']): Promise<void>;
}

/** Work of the tasks of one table. */
export interface TaskDefinition<Task extends TaskEntity> {
  /** Prefix of its job identifiers, such as `imports`. */
  readonly name: string;
  /**
   * Runs a task and completes it. May be called again for a task that an earlier call did not complete. An error ends
   * the task in `error`, unless the process stops: then another process runs the task.
   */
  handle(task: Task, execution: TaskExecution<Task>): Promise<void>;
  /** Messages of a task that failed with this error. */
  failureMessages(error: unknown): Task['messages'];
  /** Claims after which a task whose worker died is not run again. Default: 1. */
  readonly maxAttempts?: number;
  /** Messages of a task whose worker died, and that is not run again. */
  readonly interruptedMessages: Task['messages'];
}
