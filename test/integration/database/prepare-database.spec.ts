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

  it('does nothing when the schema is this version’s', async () => {
    expect(await prepareDatabase(database.url)).toEqual([]);
  });

  it('migrates an empty database once, however many processes start at the same time', async () => {
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    const ran = await Promise.all(Array.from({ length: 3 }, () => prepareDatabase(database.url)));
    expect(ran.map((names) => names.length > 0).sort()).toEqual([false, false, true]);
    expect(await prepareDatabase(database.url)).toEqual([]);
  });

  it('tells whoever does not migrate what is missing, and nothing when nothing is', async () => {
    await expect(assertPrepared(database.url)).resolves.toBeUndefined();
    const empty = await createTestDatabase({ migrated: false });
    await expect(assertPrepared(empty.url)).rejects.toThrow(
      /^The database lacks \d+ migrations of this version, and MIGRATE_ON_START=false: run "\S.* migrate" first/,
    );
    await empty.drop();
  });

  it('tells who may not make tables what right it takes, and never the password', async () => {
    const empty = await createTestDatabase({ migrated: false });
    const stranger = new URL(empty.url);
    stranger.username = `stranger_${stranger.pathname.slice(-10)}`;
    stranger.password = 'told-nobody';
    const role = escapeIdentifier(stranger.username);
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'told-nobody'`);
    try {
      const refusal = await prepareDatabase(stranger.href).catch(String);
      expect(refusal).toMatch(
        new RegExp(
          `^Error: The user ${stranger.username} of DATABASE_URL may not make the tables .* OWNER TO `,
        ),
      );
      expect(refusal).not.toContain('told-nobody');
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
