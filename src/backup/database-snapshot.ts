import type { Readable } from 'node:stream';
import { type Client, escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { createClient } from '../database/connection/open-connection';
import { appliedMigrations } from '../database/prepare-database';
import { KEY_SETTING } from '../config/secret-key';
import { readServers } from '../config/database-settings';
import { Replica, primaryPosition } from '../database/replica/replicas';
import { hasDistributedTables } from '../database/sharding/distributed-tables';
import {
  holdWrites,
  queryOf,
  takeNodeSnapshots,
  lockFiles,
  sequenceValues,
  type ServiceTable,
  serviceTables,
} from './backup-database';

const CONNECT_TIMEOUT_MS = 10_000;

/** Columns that reference stored files; those that an older schema lacks are skipped. */
export const FILE_REFERENCES = [
  { table: 'attachment', column: 'sha256', unlessSet: 'date_deleted' },
  { table: 'deleted_submission_part', column: 'sha256' },
  { table: 'asset_file', column: 'sha256' },
  { table: 'export_task', column: 'sha256' },
  { table: 'image_rendition', column: 'sha256' },
  { table: 'import_task', column: 'source_sha256', where: "status IN ('created', 'processing')" },
] as const;

/** Locale-independent text formats, and no timeouts. */
const SESSION_SETTINGS = `SET datestyle = 'ISO'; SET intervalstyle = 'iso_8601'; SET timezone = 'UTC'; SET bytea_output = 'hex';
  SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0; SET lock_timeout = 0`;

/** Time that a backup waits for a replica to catch up with the primary, which else serves it. */
const MAX_REPLICA_LAG_MS = 10_000;

/** Consistent snapshot of all tables of a running service. While it is open, no stored file is cleaned up. */
export class DatabaseSnapshot {
  private constructor(
    /** Holds the lock on files. */
    private readonly primary: Client,
    private readonly client: Client,
    readonly tables: readonly ServiceTable[],
    readonly migrations: readonly string[],
    readonly takenAt: string,
  ) {}

  /** @param replicaUrl servers to read from, if one of them has all that the primary has */
  static async open(url: string, replicaUrl?: string): Promise<DatabaseSnapshot> {
    const primary = await openClient(url);
    await lockFiles(primary);
    const isDistributed = await hasDistributedTables(queryOf(primary));
    // Files are locked first: the snapshot references none that was cleaned up before.
    const client = await openReplica(isDistributed ? undefined : replicaUrl, primary);
    const writers = isDistributed ? await openClient(url) : undefined;
    try {
      if (writers !== undefined) await holdWrites(writers);
      return await DatabaseSnapshot.begin(primary, client, isDistributed);
    } finally {
      await writers?.end();
    }
  }

  private static async begin(
    primary: Client,
    client: Client,
    isDistributed: boolean,
  ): Promise<DatabaseSnapshot> {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query<{ taken_at: Date }>('SELECT now() AS taken_at');
    const migrations = await appliedMigrations(client);
    const tables = await serviceTables(client);
    if (isDistributed) await takeNodeSnapshots(client);
    // Blocks schema changes.
    const names = tables.map(({ name }) => escapeIdentifier(name));
    if (names.length > 0) await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`);
    return new DatabaseSnapshot(primary, client, tables, migrations, rows[0]!.taken_at.toISOString());
  }

  /** Null before the first start of the service. */
  async keyFingerprint(): Promise<string | null> {
    const { rows } = await this.client.query<{ value: string }>(
      'SELECT value FROM instance_setting WHERE name = $1',
      [KEY_SETTING],
    );
    return rows[0]?.value ?? null;
  }

  sequences(): Promise<{ name: string; last: string }[]> {
    return sequenceValues(this.client);
  }

  /** Rows of a table in COPY's text format; `rowCount` is set at the end. */
  copyTable({ name, columns }: ServiceTable): Readable & { readonly rowCount: number } {
    const list = columns.map(escapeIdentifier).join(', ');
    return this.client.query(copyTo(`COPY (SELECT ${list} FROM ${escapeIdentifier(name)}) TO STDOUT`));
  }

  /** Distinct hashes of all referenced files, one per line. */
  copyFileHashes(): Readable & { readonly rowCount: number } {
    const parts = FILE_REFERENCES.flatMap((reference) => {
      const columns = this.tables.find(({ name }) => name === reference.table)?.columns ?? [];
      if (!columns.includes(reference.column)) return [];
      const conditions = [
        `${reference.column} IS NOT NULL`,
        ...('where' in reference ? [reference.where] : []),
        ...('unlessSet' in reference && columns.includes(reference.unlessSet)
          ? [`${reference.unlessSet} IS NULL`]
          : []),
      ];
      return [
        `SELECT encode(${reference.column}, 'hex') FROM ${reference.table} WHERE ${conditions.join(' AND ')}`,
      ];
    });
    return this.client.query(copyTo(`COPY (${parts.join(' UNION ')} ORDER BY 1) TO STDOUT`));
  }

  /** Ends the transaction and keeps the lock on files. */
  async endTransaction(): Promise<void> {
    await this.client.query('COMMIT');
  }

  get isOnReplica(): boolean {
    return this.client !== this.primary;
  }

  async close(): Promise<void> {
    if (this.isOnReplica) await this.client.end();
    await this.primary.end();
  }
}

async function openClient(url: string): Promise<Client> {
  const client = createClient(url, {
    application_name: 'fieldhouse backup',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(SESSION_SETTINGS);
  return client;
}

/** @returns the primary if no replica catches up in time */
async function openReplica(replicaUrl: string | undefined, primary: Client): Promise<Client> {
  if (replicaUrl === undefined) return primary;
  const position = await primaryPosition(primary);
  for (const url of readServers(replicaUrl).urls) {
    const client = await openClient(url).catch(() => undefined);
    if (client === undefined) continue;
    if (await new Replica(url, client).reaches(position, MAX_REPLICA_LAG_MS)) return client;
    await client.end();
  }
  return primary;
}
