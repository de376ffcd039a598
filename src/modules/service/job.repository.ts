import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { PageWindow } from '../../domain/page';

/** `failed`: all attempts failed. `retrying`: an attempt failed, and another follows. */
export type JobState = 'failed' | 'retrying' | 'running' | 'waiting';

export interface QueuedJob {
  readonly id: string;
  readonly name: string;
  /** Subject of the work; null for scheduled jobs. */
  readonly subject: string | null;
  readonly state: JobState;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly lastError: string | null;
  readonly created: Date;
  /** Earliest time of the next attempt. */
  readonly runAt: Date;
}

export type JobCounts = Readonly<Record<JobState, number>>;

const STATE = `CASE WHEN locked_at IS NOT NULL THEN 'running' WHEN attempts >= max_attempts THEN 'failed'
                    WHEN last_error IS NOT NULL THEN 'retrying' ELSE 'waiting' END`;

/** Reads the queue of graphile-worker; finished jobs are not in it. */
@Injectable()
export class JobRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Failed jobs first, then oldest first. */
  async list({ limit, start }: PageWindow): Promise<QueuedJob[]> {
    return this.dataSource.query<QueuedJob[]>(
      `SELECT id::text, task_identifier AS name, substr(key, length(task_identifier) + 2) AS subject,
              ${STATE} AS state, attempts::integer, max_attempts::integer AS "maxAttempts", last_error AS "lastError",
              created_at AS created, run_at AS "runAt"
         FROM graphile_worker.jobs
        ORDER BY (attempts >= max_attempts) DESC, graphile_worker.jobs.id LIMIT $1 OFFSET $2`,
      [limit, start],
    );
  }

  async counts(): Promise<JobCounts> {
    const rows = await this.dataSource.query<{ state: JobState; count: number }[]>(
      `SELECT ${STATE} AS state, count(*)::integer AS count FROM graphile_worker.jobs GROUP BY 1`,
    );
    const countOf = (state: JobState): number => rows.find((row) => row.state === state)?.count ?? 0;
    return {
      failed: countOf('failed'),
      retrying: countOf('retrying'),
      running: countOf('running'),
      waiting: countOf('waiting'),
    };
  }

  /** Makes a job that failed run again. @returns false if no such job has failed */
  async retry(id: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `SELECT job.id FROM graphile_worker.jobs AS failed,
              LATERAL graphile_worker.reschedule_jobs(ARRAY[failed.id], run_at => now(), attempts => 0) AS job
        WHERE failed.id = $1::bigint AND failed.locked_at IS NULL AND failed.last_error IS NOT NULL`,
      [id],
    );
    return rows.length > 0;
  }
}
