import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';

/** Advisory lock of running backups; below 2^32, so that it is the `objid` of `pg_locks`. */
const BACKUP_LOCK = 7_239_042;

/** Suspends the cleanup of stored files until the connection ends. To be called before the snapshot is taken. */
export async function lockFiles(client: Client): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1)', [BACKUP_LOCK]);
}

@Injectable()
export class BackupLockQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async isLocked(): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `SELECT FROM pg_locks
        WHERE locktype = 'advisory' AND objid = $1 AND classid = 0 AND granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [BACKUP_LOCK],
    );
    return rows.length > 0;
  }
}
