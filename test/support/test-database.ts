import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, DatabaseError, escapeIdentifier } from 'pg';

/** Variables by which the setup passes the server and the template to workers. */
const ADMIN_URL = 'TEST_DATABASE_ADMIN_URL';
const TEMPLATE = 'TEST_DATABASE_TEMPLATE';

/** 55006 (object_in_use): autovacuum or another copy uses the template. */
const OBJECT_IN_USE = '55006';

export interface TestDatabase {
  readonly url: string;
  /** Drops the database and closes connections to it. */
  drop(): Promise<void>;
}

/** Publishes the server to workers, which inherit this environment. */
export function publishTestServer(adminUrl: string, template: string): void {
  process.env[ADMIN_URL] = adminUrl;
  process.env[TEMPLATE] = template;
}

/** Creates a database with the migrated schema (about 15 ms). `migrated: false` creates an empty one. */
export async function createTestDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const adminUrl = published(ADMIN_URL);
  const template = published(TEMPLATE);
  const name = `${template.replace(/_template$/, '')}_${randomBytes(5).toString('hex')}`;
  await createDatabase(adminUrl, name, migrated ? template : 'template0');
  return { url: urlOfDatabase(adminUrl, name), drop: () => dropDatabase(adminUrl, name) };
}

export function urlOfDatabase(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

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

/** Drops a database if it exists, closing connections to it. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await withClient(adminUrl, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`),
  );
}

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
  if (!value) throw new Error(`${variable} is not set. Run the suite with Jest, in the project "service".`);
  return value;
}
