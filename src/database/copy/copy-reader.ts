import type { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { to as copyTo } from 'pg-copy-streams';
import { DatabaseAddress, connectionTarget } from '../connection/open-connection';
import { PRIMARY, type ReadSource } from '../replica/replicas';
import { TimeoutPool } from '../connection/timeout-pool';
import {
  type CopiedRows,
  readCopiedRows,
  type FetchRows,
  RowReader,
  StreamBudget,
  HEADER_BYTES,
  type RowPlan,
  RowStream,
} from './copied-rows';

export class CopyPoolSize {
  constructor(readonly connections: number) {}
}

/**
 * Reads large columns as bytes with COPY, on a dedicated pool. A connection is in use only while PostgreSQL sends, not
 * while a slow client reads.
 */
@Injectable()
export class CopyReader implements OnApplicationShutdown {
  private readonly logger = new Logger('database');
  private readonly budget = new StreamBudget();
  private readonly pool: TimeoutPool;

  constructor({ url, isPooled }: DatabaseAddress, { connections }: CopyPoolSize) {
    this.pool = new TimeoutPool({
      ...connectionTarget(url),
      isPooled,
      max: connections,
      application_name: 'fieldhouse streams',
    });
    this.pool.on('error', (error) => this.logger.warn(`A database connection broke: ${error.message}`));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }

  /**
   * Streams rows to a sink with backpressure and ends it; buffered rows are bounded by the budget of streams.
   * @param stages transforms between the rows and the sink
   * @throws any error of reading the first rows, with the sink untouched
   */
  async stream(
    plan: RowPlan,
    stages: readonly Transform[],
    sink: Writable,
    source: ReadSource = PRIMARY,
  ): Promise<void> {
    const reader = this.openRowReader(false, source);
    try {
      await pipeline([await new RowStream(plan, reader).prefetch(), ...stages, sink]);
    } finally {
      reader.close();
    }
  }

  /** Opens a reader within the same budget; the caller closes it. */
  openRowReader(readsAhead: boolean, source: ReadSource = PRIMARY): RowReader {
    const fetch: FetchRows = (select, maxBytes) =>
      source.read((replica) => this.fetchRows(replica ?? this.pool, select, maxBytes));
    return new RowReader(this.budget.open(), fetch, readsAhead);
  }

  /**
   * Returns the columns of the first row of a query as bytes; undefined without a row.
   * @param select columns must be non-null text or json; it takes no parameters: interpolate checked integers only
   */
  readFirstRow(select: string): Promise<Buffer[] | undefined> {
    return this.copy(this.pool, select, async (copied) => {
      const chunks: Buffer[] = [];
      for await (const chunk of copied) chunks.push(chunk as Buffer);
      return { result: firstRow(Buffer.concat(chunks)), isComplete: true };
    });
  }

  private fetchRows(pool: Pool, select: string, maxBytes: number): Promise<CopiedRows> {
    return this.copy(pool, select, async (copied) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      let limit = maxBytes;
      for await (const chunk of copied) {
        chunks.push(chunk as Buffer);
        bytes += (chunk as Buffer).length;
        if (bytes < limit) continue;
        const result = readCopiedRows(Buffer.concat(chunks));
        if (result.count > 0) return { result, isComplete: false };
        limit *= 2;
      }
      const result = readCopiedRows(Buffer.concat(chunks));
      if (!result.ended) throw new Error('The database ended COPY without a trailer.');
      return { result, isComplete: true };
    });
  }

  private async copy<Result>(
    pool: Pool,
    select: string,
    consume: (copied: Readable) => Promise<{ result: Result; isComplete: boolean }>,
  ): Promise<Result> {
    const client = await pool.connect();
    let isClean = false;
    try {
      const { result, isComplete } = await consume(
        client.query(copyTo(`COPY (${select}) TO STDOUT (FORMAT binary)`)),
      );
      isClean = isComplete;
      return result;
    } finally {
      // Destroys a connection that may still be sending rows.
      client.release(!isClean);
    }
  }
}

/** Columns of the first row of binary COPY data, as views; undefined without a row. A null is an empty buffer. */
export function firstRow(copied: Buffer): Buffer[] | undefined {
  const columns = copied.readInt16BE(HEADER_BYTES);
  if (columns < 0) return undefined;
  let at = HEADER_BYTES + 2;
  return Array.from({ length: columns }, () => {
    const start = at + 4;
    at = start + Math.max(0, copied.readInt32BE(at));
    return copied.subarray(start, at);
  });
}
