import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { TaskEntity } from '../../database/entities/task.entity';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { DomainError } from '../../domain/errors';
import { type JobPlace, JobQueue, JobRegistry } from '../job-queue.port';
import { OngoingTask } from './ongoing-task';
import { type HeldTask, TaskStore } from './task-store.port';
import { type NewTask, type TaskKind, Tasks } from './task.port';

/** A worker that gave no sign of life for this long is dead. */
export const SILENT_MS = 30_000;
/** A task that nobody took for this long is asked for again: whoever took its job may have died before it took the task. */
export const UNTAKEN_MS = 30_000;
const SWEEP_MS = 15_000;

/** Carries out the tasks of one table, and ends or moves on what dead workers left. */
@Injectable()
export class TaskRunner<Task extends TaskEntity> extends Tasks<Task> {
  private readonly logger = new Logger('tasks');
  private registered: TaskKind<Task> | undefined;

  constructor(
    private readonly store: TaskStore<Task>,
    private readonly unitOfWork: UnitOfWork,
    private readonly queue: JobQueue,
    private readonly registry: JobRegistry,
    private readonly clock: Clock,
  ) {
    super();
  }

  register(kind: TaskKind<Task>): void {
    const { name } = kind;
    this.registered = kind;
    this.registry.register({ name, handle: (uid, place) => this.run(uid, place) });
    this.registry.registerChore({
      name: `${name}: look for abandoned tasks`,
      everyMs: SWEEP_MS,
      run: () => this.sweep(),
    });
  }

  async start(transaction: Transaction, task: NewTask<Task>): Promise<void> {
    await this.store.insert(transaction, task, this.clock.now());
    await this.ask(transaction, task.uid);
  }

  async cancel(transaction: Transaction, uid: string, messages: Task['messages']): Promise<boolean> {
    return this.store.cancel(transaction, uid, messages, this.clock.now());
  }

  private async run(uid: string, place: JobPlace): Promise<void> {
    const task = await this.store.take(uid, this.clock.now());
    if (task === undefined) return;
    const work = new OngoingTask(task, this.store, this.clock, place);
    try {
      await work.settled(this.kind.handle(task, work));
    } catch (error) {
      if (place.stopping.aborted) await this.letGo(task);
      else await this.fail(task, error);
    } finally {
      work.end();
    }
  }

  private async fail(task: HeldTask, error: unknown): Promise<void> {
    if (!(error instanceof DomainError)) this.logger.error(error, `${this.kind.name} ${task.uid}`);
    await this.store.fail(task, this.kind.explain(error), this.clock.now());
  }

  /** Nothing came of the task yet, so that another process can begin it anew. */
  private async letGo(task: HeldTask): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      if (await this.store.letGo(transaction, task, this.clock.now())) await this.ask(transaction, task.uid);
    });
  }

  private async sweep(): Promise<void> {
    const now = this.clock.now();
    const since = (ms: number): Date => new Date(now.getTime() - ms);
    const ended = await this.store.giveUp(since(SILENT_MS), this.kind.interrupted, now);
    if (ended > 0) this.logger.warn(`${this.kind.name}: ended ${ended} tasks whose worker had died.`);
    await this.unitOfWork.run(async (transaction) => {
      for (const uid of await this.store.askAgain(transaction, since(UNTAKEN_MS), now)) {
        await this.ask(transaction, uid);
      }
    });
  }

  private async ask(transaction: Transaction, uid: string): Promise<void> {
    await this.queue.enqueue(transaction, { name: this.kind.name, subject: uid });
  }

  private get kind(): TaskKind<Task> {
    if (this.registered === undefined) throw new Error('Nobody has registered what these tasks do.');
    return this.registered;
  }
}
