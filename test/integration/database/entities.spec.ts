import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../ormconfig';
import { describeSchema } from '../../contract/schema-description';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

/** Kept by TypeORM, which has no entity for it. */
const NOT_OURS = 'schema_migration';

describe('the entities', () => {
  let migrated: TestDatabase;
  let drawn: TestDatabase;

  beforeAll(async () => {
    migrated = await createTestDatabase();
    drawn = await createTestDatabase({ migrated: false });
    const dataSource = await new DataSource(dataSourceOptions(drawn.url, { poolSize: 1 })).initialize();
    await dataSource.synchronize().finally(() => dataSource.destroy());
  });
  afterAll(async () => {
    await migrated.drop();
    await drawn.drop();
  });

  it('describe every table and column as the migrations made it, and nothing more', async () => {
    const { [NOT_OURS]: _, ...tables } = columnsByTable(await describeSchema(migrated.url));
    expect(columnsByTable(await describeSchema(drawn.url))).toEqual(tables);
  });
});

/** Of each table its primary key and its columns, with type, identity, nullability and default, in alphabetical order. */
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
