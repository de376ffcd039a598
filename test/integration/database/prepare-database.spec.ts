import { Client } from 'pg';
import { prepareDatabase } from '../../../src/database/prepare-database';
import { createTestDatabase } from '../../support/test-database';

describe('prepareDatabase', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let client: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('does nothing when the schema is this version’s', async () => {
    expect(await prepareDatabase(database.url)).toEqual([]);
  });

  it('migrates an empty database once, however many processes start at the same time', async () => {
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    const ran = await Promise.all(Array.from({ length: 3 }, () => prepareDatabase(database.url)));
    expect(ran.map((names) => names.length > 0).sort()).toEqual([false, false, true]);
    expect(await prepareDatabase(database.url)).toEqual([]);
  });

  it('refuses a database that a newer version has migrated', async () => {
    await client.query(
      `INSERT INTO schema_migration (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`,
    );
    await expect(prepareDatabase(database.url)).rejects.toThrow('newer version');
  });
});
