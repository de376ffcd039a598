import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../ormconfig';
import { describeSchema } from '../../contract/schema-description';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

/** Table of TypeORM, without an entity. */
const MIGRATION_TABLE = 'schema_migration';

describe('entities', () => {
  let migrated: TestDatabase;
  let synchronized: TestDatabase;

  beforeAll(async () => {
    migrated = await createTestDatabase();
    synchronized = await createTestDatabase({ migrated: false });
    const dataSource = await new DataSource(
      dataSourceOptions(synchronized.url, { poolSize: 1 }),
    ).initialize();
    await dataSource.synchronize().finally(() => dataSource.destroy());
  });
  afterAll(async () => {
    await migrated.drop();
    await synchronized.drop();
  });

  it('match the migrated tables and columns exactly', async () => {
    const { [MIGRATION_TABLE]: _, ...tables } = columnsByTable(await describeSchema(migrated.url));
    expect(columnsByTable(await describeSchema(synchronized.url))).toEqual(tables);
  });
});

/** Primary key and columns by table, with type, identity, nullability and default, sorted. */
function columnsByTable(schema: string): Record<string, string[]> {
  const tables = [...schema.matchAll(/^CREATE TABLE (\w+) \(\n(.*?)\n\)/gms)].map(([, table, body]) => {
    const lines = body!.split('\n').map((line) => line.trim().replace(/,$/, ''));
    const key = lines
      .find((line) => / PRIMARY KEY /.test(line))
      ?.replace(/.*(?=PRIMARY KEY)| INCLUDE .*/g, '');
    const columns = lines.filter((line) => /^[a-z_\d]+ /.test(line));
    return [table!, [...columns, key ?? 'no primary key'].sort()] as const;
  });
  return Object.fromEntries(tables);
}
