import { runMigrations as migrateJobs } from 'graphile-worker';
import { Client } from 'pg';
import type { MigrationInterface } from 'typeorm';
import { claimCluster } from './claimed-cluster.query';
import { createDataSource } from '../../ormconfig';

/** Any number; processes that start at the same time agree on it and migrate one after the other. */
export const MIGRATION_LOCK = 7_239_041;

/**
 * Brings the database to the schema of this version. Safe to run twice, at the same time, and again after a crash: each
 * migration is one transaction.
 * @returns names of the migrations that ran now
 * @throws Error when the database has migrations that this version does not know
 */
export async function prepareDatabase(url: string): Promise<string[]> {
  const guard = new Client({ connectionString: url, application_name: 'fieldhouse migration' });
  await guard.connect();
  const dataSource = createDataSource(url, { poolSize: 2, patient: true });
  try {
    await guard.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await dataSource.initialize();
    await refuseNewerSchema(guard, new Set(dataSource.migrations.map(nameOf)));
    const ran = await dataSource.runMigrations();
    await claimCluster(guard);
    await migrateJobs({ connectionString: url });
    return ran.map(({ name }) => name);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await guard.end();
  }
}

/** As TypeORM writes it down: a migration that gives itself no name bears its class's. */
function nameOf(migration: MigrationInterface): string {
  return migration.name ?? migration.constructor.name;
}

async function refuseNewerSchema(client: Client, known: ReadonlySet<string>): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('schema_migration') IS NOT NULL AS exists`,
  );
  if (rows[0]?.exists !== true) return;
  const applied = await client.query<{ name: string }>('SELECT name FROM schema_migration');
  const unknown = applied.rows.filter(({ name }) => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(
      `The database was migrated by a newer version of this service (${unknown[0]!.name}). Start that version, or restore a backup.`,
    );
  }
}
