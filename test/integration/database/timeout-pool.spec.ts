import { TimeoutPool } from '../../../src/database/connection/timeout-pool';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

describe('TimeoutPool', () => {
  let database: TestDatabase;
  let pool: TimeoutPool;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new TimeoutPool({ connectionString: database.url, max: 1 });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  /** Backend pid of a connection, after running the statements on it. */
  async function backendPid(...before: string[]): Promise<number> {
    const client = await pool.connect();
    try {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      for (const statement of before) await client.query(statement).catch(() => undefined);
      return rows[0]!.pid;
    } finally {
      client.release();
    }
  }

  it('reuses a connection', async () => {
    const first = await backendPid();
    expect(await backendPid('BEGIN', 'ROLLBACK')).toBe(first);
    expect(await backendPid('SELECT 1 / 0')).toBe(first);
    expect(await backendPid()).toBe(first);
  });

  it.each([
    ['open', ['BEGIN']],
    ['broken', ['BEGIN', 'SELECT 1 / 0', 'SELECT 1']],
  ])('closes a connection that is released in a transaction that is %s', async (_, statements) => {
    const first = await backendPid(...statements);
    expect(await backendPid()).not.toBe(first);
  });

  it('closes a connection to a server that became read-only', async () => {
    const first = await backendPid('SET default_transaction_read_only = on', 'CREATE TABLE refused ()');
    expect(await backendPid()).not.toBe(first);
  });
});
