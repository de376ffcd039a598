import type { Transaction } from '../../src/database/unit-of-work/unit-of-work.port';
import { type Job, JobQueue } from '../../src/jobs/job-queue.port';
import { onRollback } from './memory.unit-of-work';

/** In-memory queue for tests, which take the jobs themselves. */
export class MemoryQueue extends JobQueue {
  readonly jobs: Job[] = [];

  async enqueue(transaction: Transaction, job: Job): Promise<void> {
    if (this.jobs.some(({ name, subject }) => name === job.name && subject === job.subject)) return;
    this.jobs.push(job);
    onRollback(transaction, () => this.jobs.splice(this.jobs.indexOf(job), 1));
  }

  next(): Job | undefined {
    return this.jobs.shift();
  }
}
