import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import { startEmbeddedPostgres } from '../../src/database/embedded-postgres/embedded-postgres';
import { prepareDatabase } from '../../src/database/prepare-database';
import {
  makeDatabaseFolder,
  removeDatabaseFolder,
  removeLeftOvers,
  removeTemporaryFolder,
  settleDatabases,
  useTemporaryFolder,
} from './database-folder';
import { createDatabase, dropDatabase, publishTestServer, urlOfDatabase } from './test-database';

const PREFIX = 'fieldhouse_test_';

/** What this run must undo, last things first. */
const undo: (() => Promise<unknown> | void)[] = [];

/**
 * Prepares the databases of a test run: the server that DATABASE_URL names, or one of its own in a folder that is
 * thrown away; on it a migrated template from which every suite takes a copy.
 */
export default async function setUpDatabases(): Promise<void> {
  const interrupted = (): void => void tearDownDatabases().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted);
  try {
    await removeLeftOvers();
    const temporary = useTemporaryFolder();
    undo.push(() => removeTemporaryFolder(temporary));
    settleDatabases();
    const adminUrl = process.env['DATABASE_URL'] || (await startThrowAwayServer());
    const template = await prepareTemplate(adminUrl);
    publishTestServer(adminUrl, template);
  } catch (error) {
    await tearDownDatabases();
    throw error;
  }
}

/** Drops what this run made and stops what it started. */
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
  // As long as this connection lives, other runs know by its name that the databases of this one are in use.
  const presence = new Client({ connectionString: adminUrl, application_name: run });
  presence.on('error', () => undefined);
  await presence.connect();
  undo.push(() => presence.end());
  await dropLeftOverDatabases(presence, adminUrl);
  undo.push(() => dropDatabasesOf(presence, adminUrl, run));

  const template = `${run}_template`;
  await createDatabase(adminUrl, template, 'template0');
  await prepareDatabase(urlOfDatabase(adminUrl, template));
  // A database that someone is connected to can't be copied.
  await presence.query(`ALTER DATABASE ${escapeIdentifier(template)} ALLOW_CONNECTIONS false`);
  return template;
}

async function dropLeftOverDatabases(presence: Client, adminUrl: string): Promise<void> {
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
  // One that belongs to another role stays; it is that role's to drop.
  for (const { datname } of rows) await dropDatabase(adminUrl, datname).catch(() => undefined);
}
