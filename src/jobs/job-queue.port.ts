import type { Transaction } from '../database/unit-of-work/unit-of-work.port';

/** Work that is done after the answer. A job carries the id of what it is about; its state lives in our own tables. */
export interface Job {
  /** Name of the handler that does it. */
  readonly name: string;
  /** uid of what it is about. */
  readonly subject: string;
}

export abstract class JobQueue {
  /**
   * The job exists if and only if the transaction commits. A job that waits already stays where it is in the queue; beside
   * one that is being done, or that a dead worker holds, there is another.
   */
  abstract enqueue(transaction: Transaction, job: Job): Promise<void>;
}

/** A job's place among the few that a process does at a time. */
export interface JobPlace {
  /** Aborted when the process is told to stop, which waits for the handler to settle. */
  readonly stopping: AbortSignal;
  /** Gives the place to another job, for what is left to do mostly waits; the handler goes on. */
  leave(): void;
}

/** Does the jobs of one name. It must bear being called twice for the same subject. */
export interface JobHandler {
  readonly name: string;
  handle(subject: string, place: JobPlace): Promise<void>;
}

/** Work that returns by itself, such as sweeping what a crash left behind. */
export interface Chore {
  readonly name: string;
  /**
   * From a minute on it is a number of minutes, hours or days that comes out even, such as ten minutes; then the chore is
   * done once in all processes together. A shorter one is done by each process that takes jobs.
   */
  readonly everyMs: number;
  run(): Promise<void>;
}

/** Where modules say what they do; the runner reads it once, at start. */
export class JobRegistry {
  private readonly handlersByName = new Map<string, JobHandler>();
  private readonly choresByName = new Map<string, Chore>();

  /** @throws Error for a name that another has: jobs would go to the wrong one */
  register(handler: JobHandler): void {
    this.assertFree(handler.name);
    this.handlersByName.set(handler.name, handler);
  }

  /** @throws Error for a name that another has */
  registerChore(chore: Chore): void {
    this.assertFree(chore.name);
    this.choresByName.set(chore.name, chore);
  }

  get handlers(): readonly JobHandler[] {
    return [...this.handlersByName.values()];
  }

  get chores(): readonly Chore[] {
    return [...this.choresByName.values()];
  }

  private assertFree(name: string): void {
    if (this.handlersByName.has(name) || this.choresByName.has(name)) {
      throw new Error(`Two jobs or chores have the name "${name}".`);
    }
  }
}
