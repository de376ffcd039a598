import type { PoolClient, QueryResult } from 'pg';
import type { DataSource } from 'typeorm';

interface Backend {
  readonly pid: number;
}

/** Carries statements out, without parameters, and tells who in the database does so, in the same turn. */
export async function askBackend(client: PoolClient, statements: string): Promise<number> {
  const answers = (await client.query<Backend>(`${statements}; SELECT pg_backend_pid() AS pid`)) as unknown;
  return (answers as QueryResult<Backend>[]).at(-1)!.rows[0]!.pid;
}

/**
 * Has the database end what one of its processes is asked in a transaction, when nobody waits for it any more. That takes
 * a connection for a moment; until there is one, the statement runs on, to its bounds at most.
 * @returns to be awaited before the connection is anybody else's: from then on nothing is ended on it
 */
export function endingWith(abandoned: AbortSignal, pid: number, dataSource: DataSource): () => Promise<void> {
  let isOver = false;
  let ending: Promise<unknown> = Promise.resolve();
  const end = async (): Promise<void> => {
    const runner = dataSource.createQueryRunner();
    try {
      await runner.connect();
      if (isOver) return;
      ending = runner.query('SELECT pg_cancel_backend($1)', [pid]).catch(() => undefined);
      await ending;
    } catch {
      // There was no connection.
    } finally {
      await runner.release();
    }
  };
  const abandon = (): void => void end();
  abandoned.addEventListener('abort', abandon, { once: true });
  return async () => {
    abandoned.removeEventListener('abort', abandon);
    // What still waits for a connection ends nothing: to wait for it, in a full pool, is to wait for this one.
    isOver = true;
    await ending;
  };
}
