import type { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { to as copyTo } from 'pg-copy-streams';
import { DatabaseAddress } from '../change-feed';
import { WatchedPool } from '../connection/watched-pool';
import { type CopiedRows, readCopiedRows } from './copied-rows';
import { firstRow } from './first-row';
import { type AskForRows, RowReading } from './row-reading';
import { type RowPlan, RowStream } from './row-stream';
import { StreamBudget } from './stream-budget';

/** How many connections large columns are read by. */
export class CopyPoolSize {
  constructor(readonly connections: number) {}
}

/**
 * Reads large columns byte for byte, without decoding them, on connections of their own. A connection is held as long as
 * PostgreSQL takes to send, however slowly somebody reads.
 */
@Injectable()
export class CopyReader implements OnApplicationShutdown {
  private readonly logger = new Logger('database');
  private readonly budget = new StreamBudget();
  private readonly pool: WatchedPool;

  constructor({ url }: DatabaseAddress, { connections }: CopyPoolSize) {
    this.pool = new WatchedPool({
      connectionString: url,
      max: connections,
      application_name: 'fieldhouse streams',
    });
    this.pool.on('error', (error) =>
      this.logger.warn(`A connection to the database broke: ${error.message}`),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }

  /**
   * Streams rows to a sink and ends it. What the sink does not take waits in memory, within bounds; the rows after that
   * are asked for when it goes on.
   * @param stages what the bytes pass through on their way
   * @throws whatever keeps the first rows from being read, and then the sink is as it was
   */
  async stream(plan: RowPlan, stages: readonly Transform[], sink: Writable): Promise<void> {
    const reading = this.open();
    try {
      await pipeline([await new RowStream(plan, reading).begin(), ...stages, sink]);
    } finally {
      reading.close();
    }
  }

  /** Rows by key, within the same bounds, for who closes it. */
  open(readsAhead = false): RowReading {
    const ask: AskForRows = (select, mostBytes) => this.rows(select, mostBytes);
    return new RowReading(this.budget.open(), ask, readsAhead);
  }

  /**
   * The columns of the first row of a query, as the bytes of their text; undefined without a row.
   * @param select SQL text of columns that are text or json, and never null; COPY takes no parameters, so it may hold no
   *   value but checked integers
   */
  row(select: string): Promise<Buffer[] | undefined> {
    return this.copy(select, async (copied) => {
      const chunks: Buffer[] = [];
      for await (const chunk of copied) chunks.push(chunk as Buffer);
      return { result: firstRow(Buffer.concat(chunks)), isWhole: true };
    });
  }

  /** The first rows of a query; see `AskForRows`. */
  private rows(select: string, mostBytes: number): Promise<CopiedRows> {
    return this.copy(select, async (copied) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      let bound = mostBytes;
      for await (const chunk of copied) {
        chunks.push(chunk as Buffer);
        bytes += (chunk as Buffer).length;
        if (bytes < bound) continue;
        const result = readCopiedRows(Buffer.concat(chunks));
        if (result.count > 0) return { result, isWhole: false };
        bound *= 2;
      }
      const result = readCopiedRows(Buffer.concat(chunks));
      if (!result.ended) throw new Error('The database ended the rows before their end.');
      return { result, isWhole: true };
    });
  }

  private async copy<Result>(
    select: string,
    consume: (copied: Readable) => Promise<{ result: Result; isWhole: boolean }>,
  ): Promise<Result> {
    const client = await this.pool.connect();
    let isClean = false;
    try {
      const { result, isWhole } = await consume(
        client.query(copyTo(`COPY (${select}) TO STDOUT (FORMAT binary)`)),
      );
      isClean = isWhole;
      return result;
    } finally {
      // One that may still be sending rows, which nobody reads, is cut, and the pool makes another.
      client.release(!isClean);
    }
  }
}
