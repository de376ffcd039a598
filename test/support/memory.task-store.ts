import type { TaskEntity } from '../../src/database/entities/task.entity';
import type { Transaction } from '../../src/database/unit-of-work/unit-of-work.port';
import { ConflictError } from '../../src/domain/errors';
import {
  type ClaimedTask,
  type TaskProgress,
  TaskStore,
  type NewTask,
} from '../../src/jobs/task/task-store.port';
import { onRollback } from './memory.unit-of-work';

type Change = Partial<TaskEntity>;

/** In-memory tasks for tests; `describeTaskStore` tests both stores alike. */
export class MemoryTaskStore extends TaskStore<TaskEntity> {
  private readonly tasks = new Map<string, TaskEntity>();

  find(uid: string): TaskEntity | undefined {
    return this.tasks.get(uid);
  }

  delete(uid: string): void {
    this.tasks.delete(uid);
  }

  async insert(transaction: Transaction, { uid }: NewTask<TaskEntity>, now: Date): Promise<void> {
    const dates = { dateCreated: now, dateModified: now };
    const none = { messages: {}, attempt: 0, rowsDone: null, rowsTotal: null, dateStarted: null };
    this.tasks.set(uid, { id: this.tasks.size + 1, uid, status: 'created', ...none, ...dates });
    onRollback(transaction, () => this.tasks.delete(uid));
  }

  async claim(uid: string, now: Date): Promise<TaskEntity | undefined> {
    const task = this.tasks.get(uid);
    if (task?.status !== 'created') return undefined;
    this.set(task, { status: 'processing', attempt: task.attempt + 1, dateStarted: now, dateModified: now });
    return this.find(uid);
  }

  async heartbeat(claimed: ClaimedTask, progress: TaskProgress, now: Date): Promise<boolean> {
    return this.change(claimed, { ...progress, dateModified: now }) !== undefined;
  }

  async complete(
    transaction: Transaction,
    claimed: ClaimedTask,
    outcome: TaskProgress & Pick<TaskEntity, 'messages'>,
    now: Date,
  ): Promise<void> {
    const undo = this.change(claimed, { ...outcome, status: 'complete', dateModified: now });
    if (undo === undefined) throw new ConflictError('The task was deleted or has expired. Start it again.');
    onRollback(transaction, undo);
  }

  async fail(claimed: ClaimedTask, messages: object, now: Date): Promise<void> {
    this.change(claimed, { status: 'error', messages, dateModified: now });
  }

  async release(transaction: Transaction, claimed: ClaimedTask, now: Date): Promise<boolean> {
    const undo = this.change(claimed, { status: 'created', dateModified: now });
    if (undo !== undefined) onRollback(transaction, undo);
    return undo !== undefined;
  }

  async expire(before: Date, messages: object, now: Date): Promise<number> {
    const silent = this.since('processing', before);
    for (const task of silent) this.set(task, { status: 'error', messages, dateModified: now });
    return silent.length;
  }

  async reopen(before: Date, maxAttempts: number): Promise<number> {
    const silent = this.since('processing', before).filter(({ attempt }) => attempt < maxAttempts);
    for (const task of silent) this.set(task, { status: 'created' });
    return silent.length;
  }

  async requeue(transaction: Transaction, before: Date, now: Date): Promise<string[]> {
    const waiting = this.since('created', before);
    for (const task of waiting) onRollback(transaction, this.set(task, { dateModified: now }));
    return waiting.map(({ uid }) => uid);
  }

  private since(status: TaskEntity['status'], before: Date): TaskEntity[] {
    return [...this.tasks.values()].filter((task) => task.status === status && task.dateModified < before);
  }

  /** @returns a function that undoes the change; undefined when the claim is lost */
  private change({ uid, attempt }: ClaimedTask, change: Change): (() => void) | undefined {
    const task = this.tasks.get(uid);
    return task?.status === 'processing' && task.attempt === attempt ? this.set(task, change) : undefined;
  }

  private set(task: TaskEntity, change: Change): () => void {
    this.tasks.set(task.uid, { ...task, ...change });
    return () => void this.tasks.set(task.uid, task);
  }
}
