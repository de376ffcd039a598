import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, DatabaseError, escapeIdentifier } from 'pg';
import { prepareDatabase } from '../../src/database/prepare-database';
import { distributeTables } from '../../src/database/sharding/distributed-tables';

/** Variables by which the setup passes the server and the template to workers. */
const ADMIN_URL = 'TEST_DATABASE_ADMIN_URL';
const TEMPLATE = 'TEST_DATABASE_TEMPLATE';

/** Shards of each table in a cluster, see `CITUS_URL`. */
const SHARDS = 4;

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
  const clusterUrl = process.env['CITUS_URL'];
  if (migrated && clusterUrl) {
    return createCitusDatabase(clusterUrl, name);
  }
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

/** Creates a migrated database with distributed tables on the cluster of `CITUS_URL`, whose nodes it uses. */
async function createCitusDatabase(clusterUrl: string, name: string): Promise<TestDatabase> {
  const workers = await withClient(clusterUrl, async (client) => {
    const { rows } = await client.query<{ nodename: string; nodeport: number }>(
      'SELECT nodename, nodeport FROM pg_dist_node WHERE groupid > 0 ORDER BY nodeid',
    );
    return rows;
  });
  const urls = [
    clusterUrl,
    ...workers.map(({ nodename, nodeport }) => urlOfNode(clusterUrl, nodename, nodeport)),
  ];
  for (const url of urls) {
    await withClient(url, (client) => client.query(`CREATE DATABASE ${escapeIdentifier(name)}`));
    await withClient(urlOfDatabase(url, name), (client) => client.query('CREATE EXTENSION citus'));
  }
  const url = urlOfDatabase(clusterUrl, name);
  await withClient(url, async (client) => {
    const { hostname, port } = new URL(clusterUrl);
    await client.query('SELECT citus_set_coordinator_host($1, $2)', [hostname, Number(port)]);
    for (const { nodename, nodeport } of workers) {
      await client.query('SELECT citus_add_node($1, $2)', [nodename, nodeport]);
    }
  });
  await prepareDatabase(url);
  await withClient(url, (client) => distributeTables(client, SHARDS, () => undefined));
  return {
    url,
    drop: async () => {
      for (const each of urls) await dropDatabase(each, name);
    },
  };
}

function urlOfNode(clusterUrl: string, host: string, port: number): string {
  const url = new URL(clusterUrl);
  url.host = `${host}:${port}`;
  return url.href;
}

function published(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is not set. Run the suite with Jest, in the project "service".`);
  return value;
}
