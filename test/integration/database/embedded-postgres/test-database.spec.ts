import { createTestDatabase, withClient } from '../../../support/test-database';

const count = async (url: string, query: string): Promise<number> =>
  withClient(url, async (client) => Number((await client.query<{ n: string }>(query)).rows[0]?.n));

describe('createTestDatabase', () => {
  const TABLES = `SELECT count(*) AS n FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`;

  it('creates a database with the migrated schema', async () => {
    const database = await createTestDatabase();
    expect(await count(database.url, TABLES)).toBeGreaterThan(0);
    expect(await count(database.url, 'SELECT count(*) AS n FROM schema_migration')).toBeGreaterThan(0);
    await database.drop();
  });

  it('creates isolated databases', async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await withClient(one.url, (client) => client.query('CREATE TABLE mine (id int)'));
    const mine = `SELECT count(*) AS n FROM pg_tables WHERE tablename = 'mine'`;
    expect(await count(one.url, mine)).toBe(1);
    expect(await count(other.url, mine)).toBe(0);
    await Promise.all([one.drop(), other.drop()]);
  });

  it('creates an empty database on request', async () => {
    const database = await createTestDatabase({ migrated: false });
    expect(await count(database.url, TABLES)).toBe(0);
    await database.drop();
  });

  it('drops a database with open connections', async () => {
    const database = await createTestDatabase();
    await withClient(database.url, async () => database.drop());
    await expect(count(database.url, TABLES)).rejects.toMatchObject({ code: '3D000' });
  });

  it('creates several databases concurrently', async () => {
    const databases = await Promise.all(Array.from({ length: 5 }, () => createTestDatabase()));
    expect(new Set(databases.map(({ url }) => url)).size).toBe(5);
    for (const { url } of databases) expect(await count(url, TABLES)).toBeGreaterThan(0);
    await Promise.all(databases.map((database) => database.drop()));
  });
});
