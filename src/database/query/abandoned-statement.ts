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
 * a connection for a moment; where there is none, the statement runs to its bounds.
 * @returns to be awaited before the connection is anybody else's: from then on nothing is ended on it
 */
export function endingWith(abandoned: AbortSignal, pid: number, dataSource: DataSource): () => Promise<void> {
  let ending: Promise<unknown> = Promise.resolve();
  const end = (): void => {
    ending = dataSource.query('SELECT pg_cancel_backend($1)', [pid]).catch(() => undefined);
  };
  abandoned.addEventListener('abort', end, { once: true });
  return async () => {
    abandoned.removeEventListener('abort', end);
    await ending;
  };
}
