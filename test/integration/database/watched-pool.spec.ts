import { WatchedPool } from '../../../src/database/connection/watched-pool';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

describe('a pool of connections', () => {
  let database: TestDatabase;
  let pool: WatchedPool;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new WatchedPool({ connectionString: database.url, max: 1 });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  /** Who in the database answered, after what was asked before. */
  async function whoDoes(...before: string[]): Promise<number> {
    const client = await pool.connect();
    try {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      for (const statement of before) await client.query(statement).catch(() => undefined);
      return rows[0]!.pid;
    } finally {
      client.release();
    }
  }

  it('hands out the same one again', async () => {
    const first = await whoDoes();
    expect(await whoDoes('BEGIN', 'ROLLBACK')).toBe(first);
    expect(await whoDoes('SELECT 1 / 0')).toBe(first);
    expect(await whoDoes()).toBe(first);
  });

  it.each([
    ['open', ['BEGIN']],
    ['broken', ['BEGIN', 'SELECT 1 / 0', 'SELECT 1']],
  ])('closes one that comes back in a transaction that is %s', async (_, statements) => {
    const first = await whoDoes(...statements);
    expect(await whoDoes()).not.toBe(first);
  });
});
