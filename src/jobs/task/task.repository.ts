import { In, LessThan, type Repository } from 'typeorm';
import type { TaskEntity } from '../../database/entities/task.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { ConflictError } from '../../domain/errors';
import { type ClaimedTask, type TaskProgress, TaskStore, type NewTask } from './task-store.port';

const REQUEUE_LIMIT = 100;

/** TypeORM's own type for updates does not resolve for a generic entity. */
type Change = Partial<Omit<TaskEntity, 'id' | 'uid' | 'attempt'>>;

/** Tasks in PostgreSQL. Each update has the expected status in its WHERE clause (compare-and-set). */
export class TaskRepository<Task extends TaskEntity> extends TaskStore<Task> {
  /** @param clearedOnEnd columns set when a task ends, such as its input set to null */
  constructor(
    private readonly tasks: Repository<TaskEntity>,
    private readonly clearedOnEnd?: Readonly<Partial<NewTask<Task>>>,
  ) {
    super();
  }

  async insert(transaction: Transaction, task: NewTask<Task>, now: Date): Promise<void> {
    const fresh = {
      status: 'created',
      messages: {},
      attempt: 0,
      dateCreated: now,
      dateModified: now,
    } as const;
    await this.within(transaction).insert({ ...task, ...fresh });
  }

  async claim(uid: string, now: Date): Promise<Task | undefined> {
    const { affected } = await this.tasks.update(
      { uid, status: 'created' },
      { status: 'processing', attempt: () => 'attempt + 1', dateStarted: now, dateModified: now },
    );
    return affected === 1 ? ((await this.tasks.findOneBy({ uid })) as Task) : undefined;
  }

  async heartbeat(claimed: ClaimedTask, progress: TaskProgress, now: Date): Promise<boolean> {
    return this.change(this.tasks, claimed, { ...progress, dateModified: now });
  }

  async complete(
    transaction: Transaction,
    claimed: ClaimedTask,
    outcome: TaskProgress & Pick<Task, 'messages'>,
    now: Date,
  ): Promise<void> {
    const change = this.ended('complete', outcome.messages, now);
    const { rowsDone, rowsTotal } = outcome;
    if (!(await this.change(this.within(transaction), claimed, { ...change, rowsDone, rowsTotal }))) {
      throw new ConflictError('The task was deleted or has expired. Start it again.');
    }
  }

  async fail(claimed: ClaimedTask, messages: Task['messages'], now: Date): Promise<void> {
    await this.change(this.tasks, claimed, this.ended('error', messages, now));
  }

  async release(transaction: Transaction, claimed: ClaimedTask, now: Date): Promise<boolean> {
    return this.change(this.within(transaction), claimed, { status: 'created', dateModified: now });
  }

  async expire(before: Date, messages: Task['messages'], now: Date): Promise<number> {
    const { affected } = await this.tasks.update(
      { status: 'processing', dateModified: LessThan(before) },
      this.ended('error', messages, now),
    );
    return affected ?? 0;
  }

  async reopen(before: Date, maxAttempts: number): Promise<number> {
    const silent = { dateModified: LessThan(before), attempt: LessThan(maxAttempts) };
    const { affected } = await this.tasks.update({ status: 'processing', ...silent }, { status: 'created' });
    return affected ?? 0;
  }

  async requeue(transaction: Transaction, before: Date, now: Date): Promise<string[]> {
    const tasks = this.within(transaction);
    const waiting = await tasks.find({
      select: { id: true, uid: true },
      where: { status: 'created', dateModified: LessThan(before) },
      order: { id: 'ASC' },
      take: REQUEUE_LIMIT,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
    if (waiting.length > 0)
      await tasks.update({ id: In(waiting.map(({ id }) => id)) }, { dateModified: now });
    return waiting.map(({ uid }) => uid);
  }

  private ended(status: 'complete' | 'error', messages: object, now: Date): Change {
    return { ...this.clearedOnEnd, status, messages, dateModified: now };
  }

  /** @returns false when the claim is lost; the row is then unchanged */
  private async change(
    tasks: Repository<TaskEntity>,
    { uid, attempt }: ClaimedTask,
    change: Change,
  ): Promise<boolean> {
    const { affected } = await tasks.update({ uid, attempt, status: 'processing' }, change);
    return affected === 1;
  }

  private within(transaction: Transaction): Repository<TaskEntity> {
    return managerOf(transaction).withRepository(this.tasks);
  }
}
