import { setImmediate as nextRound } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../ormconfig';
import { BoundedReader } from '../../../src/database/query/bounded-reader';
import { RequestAbortedError } from '../../../src/domain/errors';
import { textsDuring } from '../../support/statement-tap';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

describe('BoundedReader', () => {
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

  const one = () => reader.read('rows', (query) => query<{ one: number }>('SELECT $1::int AS one', [1]));

  it('cancels a slow statement and reports it', async () => {
    const sleep = reader.read('patterns', (query) => query('SELECT pg_sleep($1)', [3600]));
    await expect(sleep).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('too long'),
    });
    expect(await one()).toEqual([{ one: 1 }]);
  });

  it('reports an invalid regular expression', async () => {
    const match = reader.read('patterns', (query) => query(`SELECT 'a' ~ $1::text`, ['(']));
    await expect(match).rejects.toMatchObject({ kind: 'invalid' });
    expect(await one()).toEqual([{ one: 1 }]);
  });

  it('is read-only', async () => {
    const write = reader.read('rows', (query) => query('DELETE FROM instance_setting', []));
    await expect(write).rejects.toThrow('read-only');
    expect(await one()).toEqual([{ one: 1 }]);
  });

  it('leaves no open transaction after a failed start', async () => {
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

  it('returns its result even if the transaction cannot be ended, and closes the connection', async () => {
    const backendPid = (): Promise<unknown> => dataSource.query('SELECT pg_backend_pid() AS pid');
    const before = await backendPid();
    pool.once('acquire', (client) => {
      const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
      client.query = ((...given: unknown[]) =>
        given[0] === 'ROLLBACK'
          ? Promise.reject(new Error('canceling statement due to statement timeout'))
          : query(...given)) as typeof client.query;
    });
    expect(await one()).toEqual([{ one: 1 }]);
    expect(await backendPid()).not.toEqual(before);
    expect(await one()).toEqual([{ one: 1 }]);
  });

  it('runs its statements in sequence', async () => {
    const both = await reader.read('rows', (query) =>
      Promise.all([query('SELECT 1 AS n', []), query('SELECT 2 AS n', [])]),
    );
    expect(both).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  });

  it('does not start a queued statement after an abort', async () => {
    const controller = new AbortController();
    const sent = await textsDuring(async () => {
      const read = reader.read(
        'rows',
        (query) => {
          const first = query('SELECT 1 AS n', []).then(() => controller.abort());
          return Promise.all([first, query('SELECT 2 AS n', [])]);
        },
        controller.signal,
      );
      await expect(read).rejects.toBeInstanceOf(RequestAbortedError);
    });
    expect(sent).toContain('SELECT 1 AS n');
    expect(sent).not.toContain('SELECT 2 AS n');
    expect(await one()).toEqual([{ one: 1 }]);
  });

  it('does not wait for a connection to cancel a statement that has ended', async () => {
    const controller = new AbortController();
    let next: Promise<unknown> | undefined;
    const read = reader.read(
      'rows',
      async (query) => {
        const slow = query('SELECT pg_sleep(0.1)', []);
        // Waits for the only connection, before a cancellation would.
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
