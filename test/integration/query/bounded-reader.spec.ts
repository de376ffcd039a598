import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../ormconfig';
import { BoundedReader } from '../../../src/database/query/bounded-reader';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

describe('a bounded read', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let reader: BoundedReader;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await createDataSource(database.url, { poolSize: 1 }).initialize();
    reader = new BoundedReader(dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const one = () => reader.read('rows', (ask) => ask<{ one: number }>('SELECT $1::int AS one', [1]));

  it('is ended when it takes too long, and tells the caller', async () => {
    const sleep = reader.read('patterns', (ask) => ask('SELECT pg_sleep($1)', [3600]));
    await expect(sleep).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('too long'),
    });
    expect(await one()).toEqual([{ one: 1 }]);
  });

  it('tells the caller of a regular expression that is none', async () => {
    const match = reader.read('patterns', (ask) => ask(`SELECT 'a' ~ $1::text`, ['(']));
    await expect(match).rejects.toMatchObject({ kind: 'invalid' });
    expect(await one()).toEqual([{ one: 1 }]);
  });

  it('changes nothing', async () => {
    const write = reader.read('rows', (ask) => ask('DELETE FROM instance_setting', []));
    await expect(write).rejects.toThrow('read-only');
    expect(await one()).toEqual([{ one: 1 }]);
  });

  it('hands out its statements one after the other', async () => {
    const both = await reader.read('rows', (ask) =>
      Promise.all([ask('SELECT 1 AS n', []), ask('SELECT 2 AS n', [])]),
    );
    expect(both).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  });
});
