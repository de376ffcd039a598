import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../ormconfig';
import { assetFieldSql } from '../../../src/database/query/asset-field-sql';
import { filterSql } from '../../../src/database/query/filter-sql';
import { SqlParameters } from '../../../src/database/query/sql-parameters';
import { readAssetSearch } from '../../../src/domain/query/asset-search';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

describe('asset search text', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await createDataSource(database.url, { poolSize: 1 }).initialize();
    await dataSource.query(
      `INSERT INTO app_user (username, extra_details_uid) VALUES ('Ann', 'u1'), ('Ben', 'u2')`,
    );
    await dataSource.query(
      `INSERT INTO asset (uid, owner_id, asset_type, name, content, summary, settings, tags, date_created, date_modified)
       SELECT 'aUid' || n, id, 'survey', 'ÉCOLE ' || n, '{}', '{"labels":["How DEEP?"]}',
              '{"description":"Holes","extra_metadata":"Survey of 2026","sector":"hidden"}', '{Water,North}', now(), now()
         FROM app_user, generate_series(1, 20) n WHERE username = 'Ann'`,
    );
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const conditionOf = (search: string): { where: string; values: unknown[] } => {
    const parameters = new SqlParameters();
    const where = filterSql(readAssetSearch(search).filter, assetFieldSql, parameters);
    return { where, values: parameters.values };
  };
  const found = async (search: string): Promise<number> => {
    const { where, values } = conditionOf(search);
    return (await dataSource.query<object[]>(`SELECT 1 FROM asset a WHERE ${where}`, values)).length;
  };

  it.each([
    ['école', 20],
    ['ÉCOLE', 20],
    ['"École 7"', 1],
    ['ann', 20],
    ['aUid13', 1],
    ['holes', 20],
    ['"survey of"', 20],
    ['water', 20],
    ['deep', 20],
    ['hidden', 0],
    ['%%%', 0],
    ['ecole', 0],
  ])('contains the searchable fields, ignoring case: %s', async (search, count) => {
    expect(await found(search)).toBe(count);
  });

  it.each([
    [`name = 'Renamed'`, 'renamed'],
    [`tags = '{Clinics}'`, 'clinics'],
    [`settings = '{"description":"Beds"}'`, 'beds'],
    [`summary = '{"labels":["Rooms"]}'`, 'rooms'],
    [`owner_id = (SELECT id FROM app_user WHERE username = 'Ben')`, 'ben'],
  ])('is updated with the asset: %s', async (change, word) => {
    expect(await found(word)).toBe(0);
    await dataSource.query(`UPDATE asset SET ${change} WHERE uid = 'aUid1'`);
    expect(await found(word)).toBe(1);
  });

  it('is matched by substring through an index', async () => {
    const { where, values } = conditionOf('hole');
    await dataSource.query('SET enable_seqscan = off');
    const plan = await dataSource.query<object[]>(`EXPLAIN SELECT 1 FROM asset a WHERE ${where}`, values);
    expect(JSON.stringify(plan)).toContain('asset_search_idx');
  });
});
