import type { Transaction } from '../database/unit-of-work/unit-of-work.port';

/** Work that is done after the answer. A job carries the id of what it is about; its state lives in our own tables. */
export interface Job {
  readonly name: JobName;
  /** uid of the task. */
  readonly subject: string;
}

export const JOB_NAMES = ['import'] as const;
export type JobName = (typeof JOB_NAMES)[number];

export abstract class JobQueue {
  /**
   * The job exists if and only if the transaction commits. A job that waits already stays where it is in the queue; beside
   * one that is being done, or that a dead worker holds, there is another.
   */
  abstract enqueue(transaction: Transaction, job: Job): Promise<void>;
}

/** Does the jobs of one name. It must bear being called twice for the same subject. */
export interface JobHandler {
  readonly name: JobName;
  handle(subject: string): Promise<void>;
}

/** Work that returns by itself, such as sweeping what a crash left behind. */
export interface Chore {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<void>;
}

/** Where modules say what they do; the runner reads it once, at start. */
export class JobRegistry {
  private readonly byName = new Map<JobName, JobHandler>();
  readonly chores: Chore[] = [];

  register(handler: JobHandler): void {
    this.byName.set(handler.name, handler);
  }

  registerChore(chore: Chore): void {
    this.chores.push(chore);
  }

  get handlers(): readonly JobHandler[] {
    return [...this.byName.values()];
  }
}
