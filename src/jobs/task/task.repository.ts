import { In, LessThan, type Repository } from 'typeorm';
import type { TaskEntity } from '../../database/entities/task.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { ConflictError } from '../../domain/errors';
import { type HeldTask, type TaskProgress, TaskStore } from './task-store.port';
import type { NewTask } from './task.port';

/** Waiting tasks that are asked for again at a time. */
const MOST_ASKED_AGAIN = 100;

/** What is set of a task; TypeORM's own type for it can't be had for a table that is not known yet. */
type Change = Partial<Omit<TaskEntity, 'id' | 'uid' | 'attempt'>>;

/** The tasks of one table in PostgreSQL. Each change names the state that it needs, and so is decided by the row's lock. */
export class TaskRepository<Task extends TaskEntity> extends TaskStore<Task> {
  /** @param whenOver what a task has no more use for once it is over, such as what it was made from */
  constructor(
    private readonly tasks: Repository<TaskEntity>,
    private readonly whenOver?: Readonly<Partial<NewTask<Task>>>,
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

  async take(uid: string, now: Date): Promise<Task | undefined> {
    const { affected } = await this.tasks.update(
      { uid, status: 'created' },
      { status: 'processing', attempt: () => 'attempt + 1', dateModified: now },
    );
    return affected === 1 ? ((await this.tasks.findOneBy({ uid })) as Task) : undefined;
  }

  async beat(held: HeldTask, progress: TaskProgress, now: Date): Promise<boolean> {
    return this.change(this.tasks, held, { ...progress, dateModified: now });
  }

  async complete(
    transaction: Transaction,
    held: HeldTask,
    outcome: TaskProgress & Pick<Task, 'messages'>,
    now: Date,
  ): Promise<void> {
    const change = this.over('complete', outcome.messages, now);
    const { rowsDone, rowsTotal } = outcome;
    if (!(await this.change(this.within(transaction), held, { ...change, rowsDone, rowsTotal }))) {
      throw new ConflictError('The task was given up meanwhile; ask for it again.');
    }
  }

  async fail(held: HeldTask, messages: Task['messages'], now: Date): Promise<void> {
    await this.change(this.tasks, held, this.over('error', messages, now));
  }

  async letGo(transaction: Transaction, held: HeldTask, now: Date): Promise<boolean> {
    return this.change(this.within(transaction), held, { status: 'created', dateModified: now });
  }

  async cancel(
    transaction: Transaction,
    uid: string,
    messages: Task['messages'],
    now: Date,
  ): Promise<boolean> {
    const { affected } = await this.within(transaction).update(
      { uid, status: In(['created', 'processing']) },
      this.over('error', messages, now),
    );
    return affected === 1;
  }

  async giveUp(before: Date, messages: Task['messages'], now: Date): Promise<number> {
    const { affected } = await this.tasks.update(
      { status: 'processing', dateModified: LessThan(before) },
      this.over('error', messages, now),
    );
    return affected ?? 0;
  }

  async askAgain(transaction: Transaction, before: Date, now: Date): Promise<string[]> {
    const tasks = this.within(transaction);
    const waiting = await tasks.find({
      select: { id: true, uid: true },
      where: { status: 'created', dateModified: LessThan(before) },
      order: { id: 'ASC' },
      take: MOST_ASKED_AGAIN,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
    if (waiting.length > 0)
      await tasks.update({ id: In(waiting.map(({ id }) => id)) }, { dateModified: now });
    return waiting.map(({ uid }) => uid);
  }

  private over(status: 'complete' | 'error', messages: object, now: Date): Change {
    return { ...this.whenOver, status, messages, dateModified: now };
  }

  /** @returns false when the task is not held any more, and stays as it is */
  private async change(
    tasks: Repository<TaskEntity>,
    { uid, attempt }: HeldTask,
    change: Change,
  ): Promise<boolean> {
    const { affected } = await tasks.update({ uid, attempt, status: 'processing' }, change);
    return affected === 1;
  }

  private within(transaction: Transaction): Repository<TaskEntity> {
    return managerOf(transaction).withRepository(this.tasks);
  }
}
