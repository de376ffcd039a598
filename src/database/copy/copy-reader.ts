import { once } from 'node:events';
import type { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { DataSource, type ReplicationMode } from 'typeorm';
import { socketOf } from '../connection/watched-pool';
import { firstRow } from './first-row';

/** Reads large columns byte for byte, without decoding them. */
@Injectable()
export class CopyReader {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Streams the one text column of a query to a sink.
   * @param select SQL text; COPY takes no parameters, so it may hold no value but checked integers
   * @param stages what the rows pass through, the first one being a `CopiedRows`
   */
  async stream(select: string, stages: readonly Transform[], sink: Writable): Promise<void> {
    await this.copy('slave', select, (rows) => pipeline([rows, ...stages, sink]));
  }

  /**
   * The columns of the first row of a query, as the bytes of their text; undefined without a row. It tells what was
   * written a moment ago, so no replica is asked.
   * @param select SQL text as for `stream`, of columns that are text or json, and never null
   */
  row(select: string): Promise<Buffer[] | undefined> {
    return this.copy('master', select, async (rows) => firstRow(await collect(rows)));
  }

  private async copy<Result>(
    from: ReplicationMode,
    select: string,
    consume: (rows: Readable) => Promise<Result>,
  ): Promise<Result> {
    const runner = this.dataSource.createQueryRunner(from);
    const client = (await runner.connect()) as PoolClient;
    try {
      return await consume(client.query(copyTo(`COPY (${select}) TO STDOUT (FORMAT binary)`)));
    } catch (error) {
      // The connection may still be sending rows that nobody reads: it is cut, and the pool takes a new one for it. Only
      // a client that knows of its end is not handed out again.
      await cut(client);
      throw error;
    } finally {
      await runner.release();
    }
  }
}

async function collect(rows: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of rows) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function cut(client: PoolClient): Promise<void> {
  const stream = socketOf(client);
  if (stream.destroyed) return;
  const ended = once(client, 'end');
  stream.destroy();
  await ended;
}
