import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../domain/errors';
import type { Page, PageWindow } from '../../domain/page';
import { type JobCounts, JobRepository, type JobState, type QueuedJob } from './job.repository';

export type { JobCounts, JobState, QueuedJob };

const ID = /^[1-9]\d{0,17}$/;

/** Queue of background jobs, for superusers. */
@Injectable()
export class JobService {
  constructor(private readonly jobs: JobRepository) {}

  /** Failed jobs first, then oldest first. */
  async list(window: PageWindow): Promise<Page<QueuedJob>> {
    const [items, counts] = await Promise.all([this.jobs.list(window), this.jobs.counts()]);
    return { items, count: Object.values(counts).reduce((sum, count) => sum + count, 0) };
  }

  counts(): Promise<JobCounts> {
    return this.jobs.counts();
  }

  /** @throws NotFoundError unless the job has failed */
  async retry(id: string): Promise<void> {
    if (!ID.test(id) || !(await this.jobs.retry(id))) throw new NotFoundError();
  }
}
