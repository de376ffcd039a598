import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { TaskEntity } from '../../database/entities/task.entity';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { DomainError, ConflictError } from '../../domain/errors';
import { JobQueue, JobRegistry, type JobSlot } from '../job-queue.port';
import { type ClaimedTask, type NewTask, TaskStore, type TaskProgress } from './task-store.port';

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

export const HEARTBEAT_INTERVAL_MS = 5_000;

const LOST = 'The task was deleted or has expired. Start it again.';
const STOPPING = 'The service is stopping. Another worker will run the task.';
const ENDED = 'The task has ended.';

/** A task claimed by this process: sends heartbeats until it ends, loses its claim, or the process stops. */
class RunningTask<Task extends TaskEntity> implements TaskExecution<Task> {
  private readonly logger = new Logger('tasks');
  private readonly controller = new AbortController();
  private readonly onStop = (): void => this.abort(STOPPING);
  private timer: NodeJS.Timeout | undefined;
  private rows: TaskProgress;
  private completed = false;

  constructor(
    private readonly task: Task,
    private readonly store: TaskStore<Task>,
    private readonly clock: Clock,
    private readonly slot: JobSlot,
  ) {
    const { rowsDone, rowsTotal } = task;
    this.rows = { rowsDone, rowsTotal };
    slot.stopping.addEventListener('abort', this.onStop, { once: true });
    if (slot.stopping.aborted) this.onStop();
    this.scheduleHeartbeat();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  releaseSlot(): void {
    this.slot.release();
  }

  progress(done: number, total: number): void {
    this.rows = { rowsDone: done, rowsTotal: total };
  }

  async complete(transaction: Transaction, messages: Task['messages']): Promise<void> {
    this.signal.throwIfAborted();
    await this.store.complete(transaction, this.task, { ...this.rows, messages }, this.clock.now());
    this.completed = true;
  }

  /**
   * Settles with the handler, or rejects on abort: a handler that ignores the signal does not block the slot.
   * @throws Error when the handler returned without completing the task
   */
  async settled(handled: Promise<void>): Promise<void> {
    await Promise.race([handled, this.aborted()]);
    if (!this.completed) throw new Error('The handler ended and did not complete its task.');
  }

  /** Stops heartbeats, and aborts a handler that still runs. */
  end(): void {
    clearTimeout(this.timer);
    this.slot.stopping.removeEventListener('abort', this.onStop);
    this.abort(ENDED);
  }

  private aborted(): Promise<never> {
    const { signal } = this;
    return new Promise((_, reject) => {
      const fail = (): void => reject(signal.reason as Error);
      if (signal.aborted) fail();
      else signal.addEventListener('abort', fail, { once: true });
    });
  }

  private scheduleHeartbeat(): void {
    this.timer = setTimeout(() => void this.heartbeat(), HEARTBEAT_INTERVAL_MS).unref();
  }

  private async heartbeat(): Promise<void> {
    try {
      if (!(await this.store.heartbeat(this.task, this.rows, this.clock.now()))) this.abort(LOST);
    } catch (error) {
      this.logger.warn(error);
    }
    if (!this.signal.aborted) this.scheduleHeartbeat();
  }

  private abort(reason: string): void {
    this.controller.abort(new ConflictError(reason));
  }
}

export const HEARTBEAT_TIMEOUT_MS = 30_000;
/** A worker may die between taking the job and claiming its task. */
export const PICKUP_TIMEOUT_MS = 30_000;
const RECOVERY_INTERVAL_MS = 15_000;

/**
 * Background tasks of one table. Each started task ends in `complete` or `error`, whichever process dies: a task without
 * heartbeat expires or is run again, and one that no worker claims is requeued.
 */
@Injectable()
export class Tasks<Task extends TaskEntity> {
  private readonly logger = new Logger('tasks');
  private registered: TaskDefinition<Task> | undefined;

  constructor(
    private readonly store: TaskStore<Task>,
    private readonly unitOfWork: UnitOfWork,
    private readonly queue: JobQueue,
    private readonly registry: JobRegistry,
    private readonly clock: Clock,
  ) {}

  /** Registers the work of these tasks: once, before the process takes jobs. */
  register(definition: TaskDefinition<Task>): void {
    this.registered = definition;
    this.registry.register({ name: this.jobName, handle: (uid, slot) => this.run(uid, slot) });
    this.registry.registerScheduled({
      name: `${definition.name}.recover`,
      intervalMs: RECOVERY_INTERVAL_MS,
      run: () => this.recover(),
    });
  }

  /** Creates and enqueues a task when the transaction commits. */
  async start(transaction: Transaction, task: NewTask<Task>): Promise<void> {
    await this.store.insert(transaction, task, this.clock.now());
    await this.enqueue(transaction, task.uid);
  }

  private async run(uid: string, slot: JobSlot): Promise<void> {
    const task = await this.store.claim(uid, this.clock.now());
    if (task === undefined) return;
    const running = new RunningTask(task, this.store, this.clock, slot);
    try {
      await running.settled(this.definition.handle(task, running));
    } catch (error) {
      if (slot.stopping.aborted) await this.release(task);
      else await this.fail(task, error);
    } finally {
      running.end();
    }
  }

  private async fail(task: ClaimedTask, error: unknown): Promise<void> {
    if (!(error instanceof DomainError)) this.logger.error(error, `${this.jobName} ${task.uid}`);
    await this.store.fail(task, this.definition.failureMessages(error), this.clock.now());
  }

  private async release(task: ClaimedTask): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      if (await this.store.release(transaction, task, this.clock.now()))
        await this.enqueue(transaction, task.uid);
    });
  }

  private async recover(): Promise<void> {
    const now = this.clock.now();
    const since = (ms: number): Date => new Date(now.getTime() - ms);
    const { interruptedMessages: messages, maxAttempts = 1 } = this.definition;
    if (maxAttempts > 1) await this.store.reopen(since(HEARTBEAT_TIMEOUT_MS), maxAttempts);
    const expired = await this.store.expire(since(HEARTBEAT_TIMEOUT_MS), messages, now);
    if (expired > 0) this.logger.warn(`${this.jobName}: ${expired} tasks expired because their worker died.`);
    await this.unitOfWork.run(async (transaction) => {
      for (const uid of await this.store.requeue(transaction, since(PICKUP_TIMEOUT_MS), now)) {
        await this.enqueue(transaction, uid);
      }
    });
  }

  private async enqueue(transaction: Transaction, uid: string): Promise<void> {
    await this.queue.enqueue(transaction, { name: this.jobName, subject: uid });
  }

  private get jobName(): string {
    return `${this.definition.name}.run`;
  }

  private get definition(): TaskDefinition<Task> {
    if (this.registered === undefined) throw new Error('No task definition is registered.');
    return this.registered;
  }
}
