import { Injectable } from '@nestjs/common';
import { managerOf } from '../database/unit-of-work/open-transaction';
import type { Transaction } from '../database/unit-of-work/unit-of-work.port';
import { type Job, JobQueue } from './job-queue.port';

/** Jobs as rows of graphile-worker, written in the transaction that writes their subject (transactional outbox). */
@Injectable()
export class GraphileQueue extends JobQueue {
  async enqueue(transaction: Transaction, { name, subject, maxAttempts = 3 }: Job): Promise<void> {
    await managerOf(transaction).query(
      `SELECT graphile_worker.add_job($1, payload => $2::json, max_attempts => $4, job_key => $3,
                                      job_key_mode => 'preserve_run_at')`,
      [name, JSON.stringify({ subject }), `${name}:${subject}`, maxAttempts],
    );
  }
}
