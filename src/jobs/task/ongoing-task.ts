import { Logger } from '@nestjs/common';
import type { Clock } from '../../config/clock';
import type { TaskEntity } from '../../database/entities/task.entity';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { ConflictError } from '../../domain/errors';
import type { JobPlace } from '../job-queue.port';
import type { TaskProgress, TaskStore } from './task-store.port';
import type { TaskWork } from './task.port';

/** A worker says so often that it is at work. */
export const BEAT_MS = 5_000;

const LOST = 'The task was cancelled or given up meanwhile; ask for it again.';
const STOPPING = 'The service stops; the task will be done by another worker.';
const OVER = 'The work on the task is over.';

/** A task that this process holds: gives signs of life until it is over, lost, or the process stops. */
export class OngoingTask<Task extends TaskEntity> implements TaskWork<Task> {
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
    private readonly place: JobPlace,
  ) {
    const { rowsDone, rowsTotal } = task;
    this.rows = { rowsDone, rowsTotal };
    place.stopping.addEventListener('abort', this.onStop, { once: true });
    if (place.stopping.aborted) this.onStop();
    this.beatLater();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  leavePlace(): void {
    this.place.leave();
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
   * Settles as the work does, or fails as soon as nothing can come of it: a handler that does not heed the signal keeps
   * nobody waiting.
   * @throws Error when the work is done and the task is not
   */
  async settled(work: Promise<void>): Promise<void> {
    await Promise.race([work, this.aborted()]);
    if (!this.completed) throw new Error('The handler ended and did not complete its task.');
  }

  /** Whoever still works on the task is told, and refused. */
  end(): void {
    clearTimeout(this.timer);
    this.place.stopping.removeEventListener('abort', this.onStop);
    this.abort(OVER);
  }

  private aborted(): Promise<never> {
    const { signal } = this;
    return new Promise((_, reject) => {
      const fail = (): void => reject(signal.reason as Error);
      if (signal.aborted) fail();
      else signal.addEventListener('abort', fail, { once: true });
    });
  }

  private beatLater(): void {
    this.timer = setTimeout(() => void this.beat(), BEAT_MS).unref();
  }

  private async beat(): Promise<void> {
    try {
      if (!(await this.store.beat(this.task, this.rows, this.clock.now()))) this.abort(LOST);
    } catch (error) {
      this.logger.warn(error);
    }
    if (!this.signal.aborted) this.beatLater();
  }

  private abort(reason: string): void {
    this.controller.abort(new ConflictError(reason));
  }
}
