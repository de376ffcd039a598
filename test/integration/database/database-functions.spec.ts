import { Client, escapeIdentifier } from 'pg';
import { readFunctionFiles } from '../../../src/database/database-state';
import { migrations } from '../../../src/database/migrations';
import { assertPrepared, migrateToSchema, prepareDatabase } from '../../../src/database/prepare-database';
import { PUBLISH_FUNCTIONS } from '../../../src/database/query/submission-sql';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

const DEFINITIONS = `
  SELECT proname AS name, pg_get_functiondef(p.oid) AS definition FROM pg_proc p
   WHERE pronamespace = $1::regnamespace
     AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
   ORDER BY p.oid::regprocedure::text COLLATE "C"`;

describe('database functions', () => {
  let database: TestDatabase;
  let client: Client;

  beforeAll(async () => {
    database = await createTestDatabase({ migrated: false });
    client = new Client({ connectionString: database.url });
    await client.connect();
    await prepareDatabase(database.url);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const files = readFunctionFiles();
  const definitionsIn = async (schema: string): Promise<{ name: string; definition: string }[]> =>
    (await client.query<{ name: string; definition: string }>(DEFINITIONS, [schema])).rows;
  const replaceByOther = (name: string): Promise<unknown> =>
    client.query(`
      CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      COMMENT ON FUNCTION ${name} IS 'other text'`);

  it('of a database migrated from scratch are exactly those of the files', async () => {
    await client.query('CREATE SCHEMA files; SET search_path = files, public');
    for (const { sql } of files) await client.query(sql);
    await client.query('RESET search_path');
    const expected = (await definitionsIn('files')).map(({ name, definition }) => ({
      name,
      definition: definition.replace('FUNCTION files.', 'FUNCTION public.'),
    }));
    await client.query('DROP SCHEMA files CASCADE');
    expect(await definitionsIn('public')).toEqual(expected);
    expect(expected.map(({ name }) => name)).toEqual(files.flatMap(({ functions }) => functions).sort());
  });

  it('include those that subscribers may name', async () => {
    const batch = files.find(({ name }) => name === 'store-submissions.sql')!;
    for (const name of PUBLISH_FUNCTIONS) {
      const { rows } = await client.query('SELECT to_regprocedure($1) IS NOT NULL AS "exists"', [
        `${escapeIdentifier(name)}(integer, bigint[], text, timestamptz)`,
      ]);
      expect(rows).toEqual([{ exists: true }]);
      expect(batch.sql).toContain(`WHEN '${name}' THEN`);
    }
  });

  it('are replaced when the checksum of their file differs, and only then', async () => {
    const before = await definitionsIn('public');
    expect(await prepareDatabase(database.url)).toEqual([]);
    await replaceByOther('announce_change');
    expect(await definitionsIn('public')).not.toEqual(before);
    expect(await prepareDatabase(database.url)).toEqual(['announce-change.sql']);
    expect(await definitionsIn('public')).toEqual(before);
    expect(await prepareDatabase(database.url)).toEqual([]);
  });

  it('are replaced once when several processes start', async () => {
    await replaceByOther('announce_change');
    const applied = await Promise.all(Array.from({ length: 3 }, () => prepareDatabase(database.url)));
    expect(applied.flat()).toEqual(['announce-change.sql']);
  });

  it('that are out of date stop a start without migrations, unless a newer version made them', async () => {
    await replaceByOther('announce_change');
    await expect(assertPrepared(database.url)).rejects.toThrow(
      /^The database lacks the functions of announce-change\.sql of this version, and MIGRATE_ON_START=false: run "\S.* migrate" first/,
    );
    await client.query(`INSERT INTO schema_migration (timestamp, name) VALUES (9999999999999, 'Later')`);
    await expect(assertPrepared(database.url)).resolves.toBeUndefined();
    await expect(prepareDatabase(database.url)).rejects.toThrow('newer version');
    await client.query(`DELETE FROM schema_migration WHERE name = 'Later'`);
    await prepareDatabase(database.url);
    await expect(assertPrepared(database.url)).resolves.toBeUndefined();
  });

  it('do not outlive their schema when a database goes back to an earlier one', async () => {
    const current = await definitionsIn('public');
    const earlier = new Set(migrations.slice(0, 9).map(({ name }) => name));
    await migrateToSchema(database.url, earlier);
    const { rows } = await client.query(
      `SELECT FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND obj_description(oid, 'pg_proc') ~ 'sql [0-9a-f]{64}$'`,
    );
    expect(rows).toEqual([]);
    await prepareDatabase(database.url);
    expect(await definitionsIn('public')).toEqual(current);
  });
});
