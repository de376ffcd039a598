import { type Client, DatabaseError, escapeIdentifier } from 'pg';
import { DISTRIBUTED_TABLES, settleTransactions } from '../database/sharding/distributed-tables';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunQuery } from '../database/query/bounded-reader';
import { BackupError } from './manifest';
import type { Writable } from 'node:stream';
import { from as copyFrom } from 'pg-copy-streams';
import { createClient } from '../database/connection/open-connection';
import { renumberChanges } from '../database/database-state';

export interface ServiceTable {
  readonly name: string;
  /** Without generated columns, in table order. */
  readonly columns: readonly string[];
}

/** Not copied: the manifest lists the migrations. */
const MIGRATION_TABLE = 'schema_migration';
/** Not copied: transaction ids of this cluster. */
const ASSET_CHANGE_TABLE = 'asset_change';

/** Unlogged tables are caches, which standbys can't read. */
const IS_SERVICE_TABLE = `
  c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND c.relpersistence = 'p'
  AND c.relname NOT IN ('${MIGRATION_TABLE}', '${ASSET_CHANGE_TABLE}')
  AND NOT EXISTS (SELECT FROM pg_depend d
                   WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`;

/** Tables of the service in topological order; partitions are read through their parent. */
export async function serviceTables(client: Client): Promise<ServiceTable[]> {
  const { rows: tables } = await client.query<ServiceTable>(`
    SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE ${IS_SERVICE_TABLE} AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.relname`);
  const { rows: references } = await client.query<Reference>(`
    SELECT c.relname::text AS "from", target.relname::text AS "to"
      FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class target ON target.oid = k.confrelid
     WHERE k.contype = 'f' AND ${IS_SERVICE_TABLE} AND NOT target.relispartition`);
  // Foreign keys to assets end with distribution, the order does not.
  references.push(...DISTRIBUTED_TABLES.map((name) => ({ from: name, to: 'asset' })));
  const byName = new Map(tables.map((table) => [table.name, table]));
  return topologicalOrder([...byName.keys()], references).flatMap((name) => byName.get(name) ?? []);
}

/** Last value of each sequence, unused ones left out. */
export async function sequenceValues(client: Client): Promise<{ name: string; last: string }[]> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences
      WHERE schemaname = current_schema() AND last_value IS NOT NULL AND sequencename <> $1
      ORDER BY 1`,
    [`${MIGRATION_TABLE}_id_seq`],
  );
  return rows;
}

interface Reference {
  readonly from: string;
  readonly to: string;
}

/**
 * Topological order of tables by foreign keys: referenced tables first. Self-references are allowed.
 * @throws Error for a cycle
 */
export function topologicalOrder(tables: readonly string[], references: readonly Reference[]): string[] {
  const ordered: string[] = [];
  let remaining = [...tables].sort();
  while (remaining.length > 0) {
    const unordered = new Set(remaining);
    const ready = remaining.filter((table) =>
      references.every(({ from, to }) => from !== table || to === table || !unordered.has(to)),
    );
    if (ready.length === 0)
      throw new Error(`The tables ${remaining.join(', ')} reference each other in a cycle.`);
    ordered.push(...ready);
    remaining = remaining.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/** Advisory lock of running backups; below 2^32, so that it is the `objid` of `pg_locks`. */
const BACKUP_LOCK = 7_239_042;

/** Suspends the cleanup of stored files until the connection ends. To be called before the snapshot is taken. */
export async function lockFiles(client: Client): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1)', [BACKUP_LOCK]);
}

@Injectable()
export class BackupLock {
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

/** Shorter than PostgreSQL's deadlock timeout, so that a writer that waits for this one is not aborted. */
const LOCK_TIMEOUT_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';
const MAX_ATTEMPTS = 60;
const ATTEMPT_PAUSE_MS = 500;

/**
 * Holds all writes until the transaction of this client ends, for the moment in which a cluster takes the snapshots of its
 * nodes. Tries again while a writer takes long.
 * @throws BackupError
 */
export async function holdWrites(client: Client): Promise<void> {
  const tables = (await serviceTables(client)).map(({ name }) => name);
  for (let attempt = 1; !(await lockTables(client, tables)); attempt += 1) {
    if (attempt === MAX_ATTEMPTS)
      throw new BackupError('Writes did not pause for the backup. Repeat it when fewer long writes run.');
    await pause(ATTEMPT_PAUSE_MS);
  }
  // A node commits its part a moment after the coordinator.
  await settleTransactions(queryOf(client));
}

export function queryOf(client: Client): RunQuery {
  return async <Row extends object>(sql: string, values: readonly unknown[]) =>
    (await client.query<Row>(sql, [...values])).rows;
}

async function lockTables(client: Client, tables: readonly string[]): Promise<boolean> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(`LOCK TABLE ${tables.map(escapeIdentifier).join(', ')} IN SHARE MODE`);
    return true;
  } catch (error) {
    await client.query('ROLLBACK');
    if (error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

/** Takes the snapshots of all nodes in an open transaction. Afterwards each is read over the same connection. */
export async function takeNodeSnapshots(client: Client): Promise<void> {
  await client.query('SET LOCAL citus.max_adaptive_executor_pool_size = 1');
  // The limit is evaluated by each shard.
  await client.query('SELECT asset_id FROM submission LIMIT 1');
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Conditions of rows that a service creates at its start. */
const DEFAULT_ROWS: Readonly<Record<string, string>> = {
  app_user: "username = 'AnonymousUser'",
  instance_setting: 'true',
};

export class RestoreTarget {
  private constructor(private readonly client: Client) {}

  static async open(url: string): Promise<RestoreTarget> {
    const client = createClient(url, {
      application_name: 'fieldhouse restore',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    client.on('error', () => undefined);
    await client.connect();
    return new RestoreTarget(client);
  }

  /** Finds a table with user data; undefined if the service is empty or has no tables. */
  async findUsedTable(): Promise<string | undefined> {
    for (const { name } of await serviceTables(this.client)) {
      const condition = DEFAULT_ROWS[name] ?? 'false';
      const { rowCount } = await this.client.query(
        `SELECT FROM ${escapeIdentifier(name)} WHERE NOT (${condition}) LIMIT 1`,
      );
      if (rowCount! > 0) return name;
    }
    return undefined;
  }

  /** Begins the transaction and blocks running services. */
  async begin(): Promise<void> {
    await this.client
      .query(`BEGIN; SET LOCAL datestyle = 'ISO'; SET LOCAL intervalstyle = 'iso_8601'; SET LOCAL timezone = 'UTC';
      SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0;
      LOCK TABLE app_user IN ACCESS EXCLUSIVE MODE`);
  }

  async removeDefaultRows(): Promise<void> {
    for (const name of Object.keys(DEFAULT_ROWS))
      await this.client.query(`DELETE FROM ${escapeIdentifier(name)}`);
  }

  fill({ name, columns }: ServiceTable): Writable & { readonly rowCount: number } {
    const list = columns.map(escapeIdentifier).join(', ');
    return this.client.query(copyFrom(`COPY ${escapeIdentifier(name)} (${list}) FROM STDIN`));
  }

  async setSequence({ name, last }: { name: string; last: string }): Promise<void> {
    await this.client.query('SELECT setval(quote_ident($1)::regclass, $2)', [name, last]);
  }

  /** Renumbers changes of submissions: transaction ids are specific to a cluster (decision 74). */
  async commit(): Promise<void> {
    const { rows } = await this.client.query<{ exists: boolean }>(
      `SELECT to_regclass('submission_change') IS NOT NULL AS exists`,
    );
    if (rows[0]?.exists === true) await renumberChanges(this.client);
    await this.client.query('COMMIT');
  }

  async rollback(): Promise<void> {
    await this.client.query('ROLLBACK').catch(() => undefined);
  }

  async analyze(): Promise<void> {
    await this.client.query('ANALYZE');
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
