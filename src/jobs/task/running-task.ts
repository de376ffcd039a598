import { Logger } from '@nestjs/common';
import type { Clock } from '../../config/clock';
import type { TaskEntity } from '../../database/entities/task.entity';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { ConflictError } from '../../domain/errors';
import type { JobSlot } from '../job-queue.port';
import type { TaskProgress, TaskStore } from './task-store.port';
import type { TaskExecution } from './task.port';

export const HEARTBEAT_INTERVAL_MS = 5_000;

const LOST = 'The task was cancelled or has expired. Start it again.';
const STOPPING = 'The service is stopping. Another worker will run the task.';
const ENDED = 'The task has ended.';

/** A task claimed by this process: sends heartbeats until it ends, loses its claim, or the process stops. */
export class RunningTask<Task extends TaskEntity> implements TaskExecution<Task> {
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
