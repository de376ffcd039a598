import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';

/** Any number that nothing else in this database locks; it fits into the half of a lock that PostgreSQL shows first. */
const HOLD_LOCK = 7_239_042;

/** Keeps the files that rows name for as long as this connection lives; to be said before the rows are looked at. */
export async function holdFiles(client: Client): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1)', [HOLD_LOCK]);
}

/** Whether somebody holds the files of this service. */
@Injectable()
export class BackupHoldQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async isHeld(): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `SELECT FROM pg_locks
        WHERE locktype = 'advisory' AND objid = $1 AND classid = 0 AND granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [HOLD_LOCK],
    );
    return rows.length > 0;
  }
}
