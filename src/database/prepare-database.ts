import { runMigrations as migrateJobs } from 'graphile-worker';
import { Client } from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';
import { claimCluster } from './claimed-cluster.query';
import { migrations } from './migrations';
import { createDataSource } from '../../ormconfig';

/** Any number; processes that start at the same time agree on it and migrate one after the other. */
export const MIGRATION_LOCK = 7_239_041;
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
    const pending = await dataSource.runMigrations();
    await claimCluster(guard);
    await migrateJobs({ connectionString: url });
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

/** Runs `work` while no other process prepares the database. */
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
    await dataSource.initialize();
    refuseNewerSchema(await appliedMigrations(guard), new Set(dataSource.migrations.map(nameOf)));
    return await work(guard, dataSource);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await guard.end();
  }
}

/** As TypeORM writes it down: a migration that gives itself no name bears its class's. */
function nameOf(migration: MigrationInterface): string {
  return migration.name ?? migration.constructor.name;
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

function refuseNewerSchema(applied: readonly string[], known: ReadonlySet<string>): void {
  const unknown = applied.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new Error(
      `The database was migrated by a newer version of this service (${unknown}). Start that version, or restore a backup.`,
    );
  }
}
