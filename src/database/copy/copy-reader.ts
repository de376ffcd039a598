import type { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { DataSource } from 'typeorm';

/** Streams the one text column of a query to a sink, byte for byte. */
@Injectable()
export class CopyReader {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * @param select SQL text; COPY takes no parameters, so it may hold no value but checked integers
   * @param stages what the rows pass through, the first one being a `CopiedRows`
   */
  async stream(select: string, stages: readonly Transform[], sink: Writable): Promise<void> {
    const runner = this.dataSource.createQueryRunner('slave');
    const client = (await runner.connect()) as PoolClient & { connection?: { stream: { destroy(): void } } };
    try {
      const rows = client.query(copyTo(`COPY (${select}) TO STDOUT (FORMAT binary)`));
      await pipeline([rows, ...stages, sink]);
    } catch (error) {
      // The connection may still be sending rows that nobody reads: it can't go back to the pool.
      client.connection?.stream.destroy();
      throw error;
    } finally {
      await runner.release();
    }
  }
}
