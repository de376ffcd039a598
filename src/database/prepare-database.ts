import { runMigrations as migrateJobs } from 'graphile-worker';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import { COMMAND_LINE } from '../config/command-line';
import { reconcileCluster, outdatedFunctionFiles, updateFunctions } from './database-state';
import { createClient, createPool } from './connection/open-connection';
import { migrations } from './migrations';
import { MIGRATION_LOCK_TIMEOUT_MS, runMigrations } from './run-migrations';
import { createDataSource } from '../../ormconfig';

/** Advisory lock that serializes migrations of processes that start together; an arbitrary number. */
export const MIGRATION_LOCK = 7_239_041;
const INSUFFICIENT_PRIVILEGE = '42501';
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Migrates the database, including its functions and the job queue, to this version. Idempotent and safe to run
 * concurrently or after a crash: each migration is one transaction, and so are the functions.
 * @param log gets a line if transactions of other processes hold up a migration
 * @returns names of the migrations and function files that were applied
 * @throws Error when a newer version has migrated the database
 */
export async function prepareDatabase(
  url: string,
  log: (line: string) => void = () => undefined,
): Promise<string[]> {
  return withMigrationLock(url, async (client, dataSource) => {
    const pending = await missingMigrations(client);
    // Skips the costly initialization of TypeORM if nothing is pending.
    if (pending.length > 0) await runMigrations(await dataSource.initialize(), log);
    const files = await updateFunctions(client);
    await reconcileCluster(client);
    await migrateJobQueue(url);
    return [...pending, ...files];
  });
}

/**
 * Migrates an empty database to the schema of a backup. Starts from nothing if it is ahead, so that functions of this
 * version do not meet an earlier schema (decision 56).
 * @param names migrations that make up the schema
 */
export async function migrateToSchema(url: string, names: ReadonlySet<string>): Promise<void> {
  await withMigrationLock(url, async (client, dataSource) => {
    await dataSource.initialize();
    const applied = await appliedMigrations(client);
    const isAhead = applied.some((name) => !names.has(name));
    if (isAhead) for (const _ of applied) await dataSource.undoLastMigration();
    const earlier = new DataSource({
      ...dataSource.options,
      migrations: migrations.filter(({ name }) => names.has(name)),
    });
    await earlier.initialize();
    await earlier.runMigrations().finally(() => earlier.destroy());
  });
}

/** Runs `work` under the migration lock, with a data source that it may initialize. */
async function withMigrationLock<Result>(
  url: string,
  work: (client: Client, dataSource: DataSource) => Promise<Result>,
): Promise<Result> {
  const client = createClient(url, {
    application_name: 'fieldhouse migration',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  await client.connect();
  const dataSource = createDataSource(url, {
    poolSize: 2,
    withoutTimeouts: true,
    lockTimeoutMs: MIGRATION_LOCK_TIMEOUT_MS,
  });
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    assertNotNewer(await appliedMigrations(client));
    return await work(client, dataSource);
  } catch (error) {
    throw isPermissionDenied(error) ? permissionError(client, error) : error;
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await client.end();
  }
}

async function migrateJobQueue(url: string): Promise<void> {
  const pgPool = createPool(url, { max: 2, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // Broken connections also reject their queries.
  pgPool.on('error', () => undefined);
  pgPool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await migrateJobs({ pgPool });
  } finally {
    await pgPool.end();
  }
}

/**
 * Checks the schema for a start without migrations.
 * @throws Error when migrations are missing or functions are out of date
 */
export async function assertPrepared(url: string): Promise<void> {
  const client = createClient(url, { connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  try {
    const lacking = await findLacking(client);
    if (lacking === undefined) return;
    throw new Error(
      `The database lacks ${lacking} of this version, and MIGRATE_ON_START=false: run "${COMMAND_LINE} migrate" first, or leave MIGRATE_ON_START unset.`,
    );
  } finally {
    await client.end();
  }
}

async function findLacking(client: Client): Promise<string | undefined> {
  const missing = (await missingMigrations(client)).length;
  if (missing > 0) return `${missing} migrations`;
  // A newer version, whose migrations have run, keeps its functions usable for processes of this one.
  if (newerMigration(await appliedMigrations(client)) !== undefined) return undefined;
  const outdated = await outdatedFunctionFiles(client);
  return outdated.length === 0
    ? undefined
    : `the functions of ${outdated.map(({ name }) => name).join(', ')}`;
}

const isPermissionDenied = (error: unknown): error is Error =>
  (error as { code?: unknown } | undefined)?.code === INSUFFICIENT_PRIVILEGE;

function permissionError({ user, database }: Client, error: Error): Error {
  return new Error(
    `The user ${user} of DATABASE_URL can't create tables (${error.message}). Run "ALTER DATABASE ${database} OWNER TO ${user}", or use another user.`,
    { cause: error },
  );
}

/** Names of the applied migrations; empty in a database without a schema. */
export async function appliedMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('schema_migration') IS NOT NULL AS exists`,
  );
  if (rows[0]?.exists !== true) return [];
  const applied = await client.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY id');
  return applied.rows.map(({ name }) => name);
}

async function missingMigrations(client: Client): Promise<string[]> {
  const applied = new Set(await appliedMigrations(client));
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name));
}

/** An applied migration that this version does not have. */
function newerMigration(applied: readonly string[]): string | undefined {
  const known = new Set(migrations.map(({ name }) => name));
  return applied.find((name) => !known.has(name));
}

function assertNotNewer(applied: readonly string[]): void {
  const unknown = newerMigration(applied);
  if (unknown !== undefined) {
    throw new Error(
      `The database was migrated by a newer version of this service (${unknown}). Start that version, or restore a backup.`,
    );
  }
}
