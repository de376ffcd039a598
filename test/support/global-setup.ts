import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import { startEmbeddedPostgres } from '../../src/database/embedded-postgres/embedded-postgres';
import { prepareDatabase } from '../../src/database/prepare-database';
import {
  makeDatabaseFolder,
  removeDatabaseFolder,
  removeLeftovers,
  removeTemporaryFolder,
  fixDatabaseRoot,
  useTemporaryFolder,
} from './database-folder';
import { createDatabase, dropDatabase, publishTestServer, urlOfDatabase } from './test-database';

const PREFIX = 'fieldhouse_test_';

/** Cleanup steps of this run, run in reverse order. */
const undo: (() => Promise<unknown> | void)[] = [];

/** Provides a server (DATABASE_URL or a temporary one) with a migrated template that each suite copies. */
export default async function setUpDatabases(): Promise<void> {
  const interrupted = (): void => void tearDownDatabases().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted);
  try {
    await removeLeftovers();
    const temporary = useTemporaryFolder();
    undo.push(() => removeTemporaryFolder(temporary));
    fixDatabaseRoot();
    const adminUrl = process.env['DATABASE_URL'] || (await startThrowAwayServer());
    const template = await prepareTemplate(adminUrl);
    publishTestServer(adminUrl, template);
  } catch (error) {
    await tearDownDatabases();
    throw error;
  }
}

/** Drops databases of this run and stops its server. */
export async function tearDownDatabases(): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
}

async function startThrowAwayServer(): Promise<string> {
  const dataDir = makeDatabaseFolder();
  undo.push(() => removeDatabaseFolder(dataDir));
  const server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined });
  undo.push(() => server.stop());
  return server.url;
}

async function prepareTemplate(adminUrl: string): Promise<string> {
  const run = `${PREFIX}${randomBytes(5).toString('hex')}`;
  // This connection's application name marks the databases of this run as in use.
  const presence = new Client({ connectionString: adminUrl, application_name: run });
  presence.on('error', () => undefined);
  await presence.connect();
  undo.push(() => presence.end());
  await dropLeftoverDatabases(presence, adminUrl);
  undo.push(() => dropDatabasesOf(presence, adminUrl, run));

  const template = `${run}_template`;
  await createDatabase(adminUrl, template, 'template0');
  await prepareDatabase(urlOfDatabase(adminUrl, template));
  // PostgreSQL copies a template only without open connections.
  await presence.query(`ALTER DATABASE ${escapeIdentifier(template)} ALLOW_CONNECTIONS false`);
  return template;
}

async function dropLeftoverDatabases(presence: Client, adminUrl: string): Promise<void> {
  const { rows } = await presence.query<{ run: string }>(
    `SELECT DISTINCT left(datname, length($1) + 10) AS run FROM pg_database
      WHERE starts_with(datname, $1)
        AND left(datname, length($1) + 10) NOT IN (SELECT application_name FROM pg_stat_activity WHERE application_name IS NOT NULL)`,
    [PREFIX],
  );
  for (const { run } of rows) await dropDatabasesOf(presence, adminUrl, run);
}

async function dropDatabasesOf(presence: Client, adminUrl: string, run: string): Promise<void> {
  const { rows } = await presence.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [`${run}_`],
  );
  // Databases of another role stay.
  for (const { datname } of rows) await dropDatabase(adminUrl, datname).catch(() => undefined);
}
