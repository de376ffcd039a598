import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { DataSource } from 'typeorm';

/** A client of the pool, with the socket below it. */
type CopyingClient = PoolClient & { readonly connection: { readonly stream: Socket } };

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
    const client = (await runner.connect()) as CopyingClient;
    try {
      const rows = client.query(copyTo(`COPY (${select}) TO STDOUT (FORMAT binary)`));
      await pipeline([rows, ...stages, sink]);
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

async function cut(client: CopyingClient): Promise<void> {
  const { stream } = client.connection;
  if (stream.destroyed) return;
  const ended = once(client, 'end');
  stream.destroy();
  await ended;
}
