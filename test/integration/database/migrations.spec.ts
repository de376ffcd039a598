import { createDataSource } from '../../../ormconfig';
import { prepareDatabase } from '../../../src/database/prepare-database';
import { describeSchema } from '../../contract/schema-description';
import { createTestDatabase } from '../../support/test-database';

describe('migrations', () => {
  it('can all be reverted and applied again with the same schema', async () => {
    const database = await createTestDatabase();
    const dataSource = await createDataSource(database.url, { poolSize: 2 }).initialize();
    try {
      const before = await describeSchema(database.url);
      for (const _ of dataSource.migrations) await dataSource.undoLastMigration();
      const tables = await dataSource.query<{ name: string }[]>(
        `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
      );
      expect(tables).toEqual([{ name: 'schema_migration' }]);
      expect(await dataSource.runMigrations()).toHaveLength(dataSource.migrations.length);
      await prepareDatabase(database.url);
      expect(await describeSchema(database.url)).toEqual(before);
    } finally {
      await dataSource.destroy();
      await database.drop();
    }
  });
});
