import { setImmediate as nextRound } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../ormconfig';
import { BoundedReader } from '../../../src/database/query/bounded-reader';
import { CutOffError } from '../../../src/domain/errors';
import { textsDuring } from '../../support/statement-tap';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

describe('a bounded read', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let reader: BoundedReader;
  let pool: Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await createDataSource(database.url, { poolSize: 1 }).initialize();
    reader = new BoundedReader(dataSource);
    pool = (dataSource.driver as unknown as { master: Pool }).master;
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

  it('leaves no transaction to the next one, when its own did not begin well', async () => {
    pool.once('acquire', (client) => {
      const { query } = client;
      client.query = ((text: string) => {
        client.query = query;
        return client.query(text.replace('SELECT pg_backend_pid()', 'SELECT 1 / 0'));
      }) as typeof query;
    });
    await expect(one()).rejects.toThrow('division by zero');
    expect(await dataSource.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await one()).toEqual([{ one: 1 }]);
  });

  it('tells what it read where its transaction could not be ended, and leaves none', async () => {
    const whoAnswers = (): Promise<unknown> => dataSource.query('SELECT pg_backend_pid() AS pid');
    const before = await whoAnswers();
    pool.once('acquire', (client) => {
      const query = client.query.bind(client) as (...question: unknown[]) => Promise<unknown>;
      client.query = ((...question: unknown[]) =>
        question[0] === 'ROLLBACK'
          ? Promise.reject(new Error('canceling statement due to statement timeout'))
          : query(...question)) as typeof client.query;
    });
    expect(await one()).toEqual([{ one: 1 }]);
    expect(await whoAnswers()).not.toEqual(before);
    expect(await one()).toEqual([{ one: 1 }]);
  });

  it('hands out its statements one after the other', async () => {
    const both = await reader.read('rows', (ask) =>
      Promise.all([ask('SELECT 1 AS n', []), ask('SELECT 2 AS n', [])]),
    );
    expect(both).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  });

  it('does not begin a statement that waited for another one when it was abandoned', async () => {
    const controller = new AbortController();
    const sent = await textsDuring(async () => {
      const read = reader.read(
        'rows',
        (ask) => {
          const first = ask('SELECT 1 AS n', []).then(() => controller.abort());
          return Promise.all([first, ask('SELECT 2 AS n', [])]);
        },
        controller.signal,
      );
      await expect(read).rejects.toBeInstanceOf(CutOffError);
    });
    expect(sent).toContain('SELECT 1 AS n');
    expect(sent).not.toContain('SELECT 2 AS n');
    expect(await one()).toEqual([{ one: 1 }]);
  });

  it('does not wait for a connection to be ended by, when it ended by itself', async () => {
    const controller = new AbortController();
    let next: Promise<unknown> | undefined;
    const read = reader.read(
      'rows',
      async (ask) => {
        const slow = ask('SELECT pg_sleep(0.1)', []);
        // Waits for the one connection, as what would end the statement does behind it.
        next = one();
        await nextRound();
        controller.abort();
        await slow;
      },
      controller.signal,
    );
    await read;
    expect(await next).toEqual([{ one: 1 }]);
  });
});
