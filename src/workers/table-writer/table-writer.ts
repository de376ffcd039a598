import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InvalidError } from '../../domain/errors';
import { ThreadPool } from '../pool/thread-pool';
import type { TableJob } from './table-rows';

const TOO_LARGE = 'The tables are too large. Exclude questions by `fields`, or older versions.';

/** Writes tables as files of other programs, in a worker thread and in bounded memory. */
@Injectable()
export class TableWriter implements OnApplicationShutdown {
  private readonly pool = new ThreadPool({
    script: 'workers/table-writer/table-files.worker.js',
    maxThreads: 1,
    maxQueue: 32,
    // A million rows take minutes.
    taskTimeoutMs: 30 * 60_000,
    // Fits a group of 4 MB of rows as text, values and columns, and SQLite with its page cache.
    heapMb: 160,
    externalMemoryMb: 96,
    idleTimeoutMs: 10_000,
    limitError: () => new InvalidError(TOO_LARGE),
  });

  /** @returns names of the files in the target folder, by table; empty for SQLite */
  async write(job: TableJob): Promise<readonly string[]> {
    return (await this.pool.run(job)) as readonly string[];
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }
}
