import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { TaskEntity } from '../../database/entities/task.entity';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { DomainError } from '../../domain/errors';
import { JobQueue, JobRegistry, type JobSlot } from '../job-queue.port';
import { RunningTask } from './running-task';
import { type ClaimedTask, TaskStore } from './task-store.port';
import { type NewTask, type TaskDefinition, Tasks } from './task.port';

export const HEARTBEAT_TIMEOUT_MS = 30_000;
/** A worker may die between taking the job and claiming its task. */
export const PICKUP_TIMEOUT_MS = 30_000;
const RECOVERY_INTERVAL_MS = 15_000;

/** Runs the tasks of one table; expires, reopens or requeues those of dead workers. */
@Injectable()
export class TaskRunner<Task extends TaskEntity> extends Tasks<Task> {
  private readonly logger = new Logger('tasks');
  private registered: TaskDefinition<Task> | undefined;

  constructor(
    private readonly store: TaskStore<Task>,
    private readonly unitOfWork: UnitOfWork,
    private readonly queue: JobQueue,
    private readonly registry: JobRegistry,
    private readonly clock: Clock,
  ) {
    super();
  }

  register(definition: TaskDefinition<Task>): void {
    this.registered = definition;
    this.registry.register({ name: this.jobName, handle: (uid, slot) => this.run(uid, slot) });
    this.registry.registerScheduled({
      name: `${definition.name}.recover`,
      intervalMs: RECOVERY_INTERVAL_MS,
      run: () => this.recover(),
    });
  }

  async start(transaction: Transaction, task: NewTask<Task>): Promise<void> {
    await this.store.insert(transaction, task, this.clock.now());
    await this.enqueue(transaction, task.uid);
  }

  async cancel(transaction: Transaction, uid: string, messages: Task['messages']): Promise<boolean> {
    return this.store.cancel(transaction, uid, messages, this.clock.now());
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
