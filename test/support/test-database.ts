import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, DatabaseError, escapeIdentifier } from 'pg';

/**
 * The variables by which the setup of a test run tells its workers where the databases are:
 * a server on which they may create and drop databases, and the migrated database to copy.
 */
const ADMIN_URL = 'TEST_DATABASE_ADMIN_URL';
const TEMPLATE = 'TEST_DATABASE_TEMPLATE';

/** 55006: the template is in use for a moment, by autovacuum or another copy. */
const OBJECT_IN_USE = '55006';

export interface TestDatabase {
  readonly url: string;
  /** Drops the database, whoever is still connected. */
  drop(): Promise<void>;
}

/** Makes the server known to the workers, which are started with this process's environment. */
export function publishTestServer(adminUrl: string, template: string): void {
  process.env[ADMIN_URL] = adminUrl;
  process.env[TEMPLATE] = template;
}

/**
 * A database for one suite or worker alone, with the schema of the migrations and no rows but theirs (about
 * 15 ms). `migrated: false` gives one without a schema.
 */
export async function createTestDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const adminUrl = published(ADMIN_URL);
  const template = published(TEMPLATE);
  const name = `${template.replace(/_template$/, '')}_${randomBytes(5).toString('hex')}`;
  await createDatabase(adminUrl, name, migrated ? template : 'template0');
  return { url: urlOfDatabase(adminUrl, name), drop: () => dropDatabase(adminUrl, name) };
}

/** The same server and role, another database. */
export function urlOfDatabase(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Copies `template` to a new database. */
export async function createDatabase(adminUrl: string, name: string, template: string): Promise<void> {
  const statement = `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(template)}`;
  await withClient(adminUrl, async (client) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await client.query(statement);
      } catch (error) {
        if (!(error instanceof DatabaseError) || error.code !== OBJECT_IN_USE || attempt === 600) throw error;
        await pause(50);
      }
    }
  });
}

/** Drops a database if it is there, whoever is still connected. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await withClient(adminUrl, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`),
  );
}

/** Runs `work` on a connection of its own. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function published(variable: string): string {
  const value = process.env[variable];
  if (!value)
    throw new Error(`${variable} is not set: run the suite through jest, in the project "service".`);
  return value;
}
