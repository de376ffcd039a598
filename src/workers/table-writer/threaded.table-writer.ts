import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InvalidError } from '../../domain/errors';
import { ThreadPool } from '../pool/thread-pool';
import { type TableJob, TableWriter } from './table-writer.port';

/** Fits a group of 4 MB of rows as text, values and columns, and SQLite with its page cache. */
const HEAP_MB = 160;
const EXTERNAL_MEMORY_MB = 96;
/** A million rows take minutes. */
const TIMEOUT_S = 30 * 60;
const IDLE_TIMEOUT_MS = 10_000;
const MAX_QUEUED = 32;

const TOO_LARGE = 'The tables are too large. Exclude questions by `fields`, or older versions.';

@Injectable()
export class ThreadedTableWriter extends TableWriter implements OnApplicationShutdown {
  private readonly pool = new ThreadPool({
    script: 'workers/table-writer/table-files.worker.js',
    maxThreads: 1,
    maxQueue: MAX_QUEUED,
    taskTimeoutMs: TIMEOUT_S * 1000,
    heapMb: HEAP_MB,
    externalMemoryMb: EXTERNAL_MEMORY_MB,
    idleTimeoutMs: IDLE_TIMEOUT_MS,
    limitError: () => new InvalidError(TOO_LARGE),
    taskError: (failure) => new Error(String(failure)),
  });

  async write(job: TableJob): Promise<readonly string[]> {
    return (await this.pool.run(job)) as readonly string[];
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }
}
