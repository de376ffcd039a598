import type { Transaction } from '../database/unit-of-work/unit-of-work.port';

/** Background work that runs after the response. Its state is in the service's tables; the job contains an id only. */
export interface Job {
  /** Identifier of the handler, such as `imports.run`; stored with the job. */
  readonly name: string;
  /** uid of the object to work on. */
  readonly subject: string;
  /** Attempts until the job counts as failed; the pauses between them grow from seconds to hours. Default: 3. */
  readonly maxAttempts?: number;
}

export abstract class JobQueue {
  /**
   * Enqueues a job when the transaction commits. Deduplicates (coalesces) by name and subject: a queued job keeps its
   * position. A running job, or one of a crashed worker, does not prevent a second one.
   */
  abstract enqueue(transaction: Transaction, job: Job): Promise<void>;
}

/** One of the few job slots of a process. */
export interface JobSlot {
  /** Aborted at shutdown, which waits for the handler to settle. */
  readonly stopping: AbortSignal;
  /** Releases the slot while the handler continues, for handlers that mostly wait from now on. */
  release(): void;
}

/** Handles the jobs of one name. Must be idempotent: a job may run twice. */
export interface JobHandler {
  readonly name: string;
  handle(subject: string, slot: JobSlot): Promise<void>;
}

/** Recurring work, such as cleanup after a crash. */
export interface ScheduledJob {
  /** Identifier, such as `sessions.delete-expired`; stored by the queue. */
  readonly name: string;
  /**
   * From one minute on it must divide an hour or a day, see `cronPattern`, and the job runs once across all processes.
   * Below one minute each worker process runs it.
   */
  readonly intervalMs: number;
  run(): Promise<void>;
}

/** Registry of jobs. Modules register before the runner starts. */
export class JobRegistry {
  private readonly handlersByName = new Map<string, JobHandler>();
  private readonly scheduledByName = new Map<string, ScheduledJob>();

  /** @throws Error when the name is taken */
  register(handler: JobHandler): void {
    this.assertFree(handler.name);
    this.handlersByName.set(handler.name, handler);
  }

  /** @throws Error when the name is taken */
  registerScheduled(job: ScheduledJob): void {
    this.assertFree(job.name);
    this.scheduledByName.set(job.name, job);
  }

  get handlers(): readonly JobHandler[] {
    return [...this.handlersByName.values()];
  }

  get scheduledJobs(): readonly ScheduledJob[] {
    return [...this.scheduledByName.values()];
  }

  private assertFree(name: string): void {
    if (this.handlersByName.has(name) || this.scheduledByName.has(name)) {
      throw new Error(`The job name "${name}" is registered twice.`);
    }
  }
}
