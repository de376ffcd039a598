import { Client, escapeIdentifier } from 'pg';
import { assertPrepared, prepareDatabase } from '../../../src/database/prepare-database';
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

  it('does nothing if the schema is current', async () => {
    expect(await prepareDatabase(database.url)).toEqual([]);
  });

  it('migrates an empty database once when several processes start', async () => {
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    const ran = await Promise.all(Array.from({ length: 3 }, () => prepareDatabase(database.url)));
    expect(ran.map((names) => names.length > 0).sort()).toEqual([false, false, true]);
    expect(await prepareDatabase(database.url)).toEqual([]);
  });

  it('reports missing migrations to a start without migrations', async () => {
    await expect(assertPrepared(database.url)).resolves.toBeUndefined();
    const empty = await createTestDatabase({ migrated: false });
    await expect(assertPrepared(empty.url)).rejects.toThrow(
      /^The database lacks \d+ migrations of this version, and MIGRATE_ON_START=false: run "\S.* migrate" first/,
    );
    await empty.drop();
  });

  it('reports the missing privilege without the password', async () => {
    const empty = await createTestDatabase({ migrated: false });
    const unprivileged = new URL(empty.url);
    unprivileged.username = `stranger_${unprivileged.pathname.slice(-10)}`;
    unprivileged.password = 'secret-password';
    const role = escapeIdentifier(unprivileged.username);
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret-password'`);
    try {
      const error = await prepareDatabase(unprivileged.href).catch(String);
      expect(error).toMatch(
        new RegExp(
          `^Error: The user ${unprivileged.username} of DATABASE_URL can't create tables .* OWNER TO `,
        ),
      );
      expect(error).not.toContain('secret-password');
    } finally {
      await empty.drop();
      await client.query(`DROP ROLE ${role}`);
    }
  });

  it('refuses a database that a newer version has migrated', async () => {
    await client.query(
      `INSERT INTO schema_migration (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`,
    );
    await expect(prepareDatabase(database.url)).rejects.toThrow('newer version');
  });
});
