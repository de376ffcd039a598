import { runMigrations as migrateJobs } from 'graphile-worker';
import { Client, Pool } from 'pg';
import { DataSource } from 'typeorm';
import { COMMAND_LINE } from '../config/command-line';
import { claimCluster } from './claimed-cluster.query';
import { migrations } from './migrations/index.ts';
import { createDataSource } from '../../ormconfig';

/** Any number; processes that start at the same time agree on it and migrate one after the other. */
export const MIGRATION_LOCK = 7_239_041;
/** Who may not create here. */
const INSUFFICIENT_PRIVILEGE = '42501';
/** Who does not answer a connection by then is taken for absent. */
const CONNECT_MS = 10_000;

/**
 * Brings the database to the schema of this version. Safe to run twice, at the same time, and again after a crash: each
 * migration is one transaction.
 * @returns names of the migrations that ran now
 * @throws Error when the database has migrations that this version does not know
 */
export async function prepareDatabase(url: string): Promise<string[]> {
  const ran = await whileAlone(url, async (guard, dataSource) => {
    // Most starts find nothing to do, and all entities would be made known to TypeORM for it.
    const isPrepared = (await missingMigrations(guard)).length === 0;
    const pending = isPrepared ? [] : await (await dataSource.initialize()).runMigrations();
    await claimCluster(guard);
    await prepareJobs(url);
    return pending;
  });
  return ran.map(({ name }) => name);
}

/**
 * Brings a database that holds nothing to an earlier schema, whatever its own is.
 * @param names of the migrations that make it
 */
export async function prepareForRows(url: string, names: ReadonlySet<string>): Promise<void> {
  await whileAlone(url, async (guard, dataSource) => {
    await dataSource.initialize();
    const beyond = (await appliedMigrations(guard)).filter((name) => !names.has(name));
    for (const _ of beyond) await dataSource.undoLastMigration();
    const earlier = new DataSource({
      ...dataSource.options,
      migrations: migrations.filter(({ name }) => names.has(name)),
    });
    await earlier.initialize();
    await earlier.runMigrations().finally(() => earlier.destroy());
  });
}

/** Runs `work` while no other process prepares the database, with a data source that it opens if it needs it. */
async function whileAlone<Result>(
  url: string,
  work: (guard: Client, dataSource: DataSource) => Promise<Result>,
): Promise<Result> {
  const guard = new Client({
    connectionString: url,
    application_name: 'fieldhouse migration',
    connectionTimeoutMillis: CONNECT_MS,
  });
  await guard.connect();
  const dataSource = createDataSource(url, { poolSize: 2, patient: true });
  try {
    await guard.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    refuseNewerSchema(await appliedMigrations(guard));
    return await work(guard, dataSource);
  } catch (error) {
    throw isDenied(error) ? denied(guard, error) : error;
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await guard.end();
  }
}

/** The tables of the queue, which brings their migrations along. */
async function prepareJobs(url: string): Promise<void> {
  const pgPool = new Pool({ connectionString: url, max: 2, connectionTimeoutMillis: CONNECT_MS });
  // Whoever asks on a connection that breaks is told so.
  pgPool.on('error', () => undefined);
  pgPool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await migrateJobs({ pgPool });
  } finally {
    await pgPool.end();
  }
}

/**
 * For a start that does not migrate.
 * @throws Error when the database has not got the schema of this version yet
 */
export async function assertPrepared(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  await client.connect();
  try {
    const missing = (await missingMigrations(client)).length;
    if (missing === 0) return;
    throw new Error(
      `The database lacks ${missing} migrations of this version, and MIGRATE_ON_START=false: run "${COMMAND_LINE} migrate" first, or leave MIGRATE_ON_START unset.`,
    );
  } finally {
    await client.end();
  }
}

const isDenied = (error: unknown): error is Error =>
  (error as { code?: unknown } | undefined)?.code === INSUFFICIENT_PRIVILEGE;

function denied({ user, database }: Client, error: Error): Error {
  return new Error(
    `The user ${user} of DATABASE_URL may not make the tables of the service (${error.message}): say "ALTER DATABASE ${database} OWNER TO ${user}" to PostgreSQL, or name another user.`,
    { cause: error },
  );
}

/** Names of the migrations that have run; none in a database without a schema. */
export async function appliedMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('schema_migration') IS NOT NULL AS exists`,
  );
  if (rows[0]?.exists !== true) return [];
  const applied = await client.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY id');
  return applied.rows.map(({ name }) => name);
}

/** Names of those of this version that have not run yet. */
async function missingMigrations(client: Client): Promise<string[]> {
  const applied = new Set(await appliedMigrations(client));
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name));
}

function refuseNewerSchema(applied: readonly string[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = applied.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new Error(
      `The database was migrated by a newer version of this service (${unknown}). Start that version, or restore a backup.`,
    );
  }
}
