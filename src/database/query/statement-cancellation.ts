import type { PoolClient, QueryResult } from 'pg';
import type { DataSource } from 'typeorm';

interface Backend {
  readonly pid: number;
}

/** Runs statements without parameters and returns the backend's process id, in one round trip. */
export async function queryBackendPid(client: PoolClient, statements: string): Promise<number> {
  const results = (await client.query<Backend>(`${statements}; SELECT pg_backend_pid() AS pid`)) as unknown;
  return (results as QueryResult<Backend>[]).at(-1)!.rows[0]!.pid;
}

/**
 * Cancels a backend's statement on abort, by `pg_cancel_backend` on another connection; while none is free, the statement
 * runs on until its timeout.
 * @returns stops this; to be awaited before the connection is reused, so that no later statement is cancelled
 */
export function cancelOnAbort(signal: AbortSignal, pid: number, dataSource: DataSource): () => Promise<void> {
  let isStopped = false;
  let cancellation: Promise<unknown> = Promise.resolve();
  const cancel = async (): Promise<void> => {
    const runner = dataSource.createQueryRunner();
    try {
      await runner.connect();
      if (isStopped) return;
      cancellation = runner.query('SELECT pg_cancel_backend($1)', [pid]).catch(() => undefined);
      await cancellation;
    } catch {
      // No connection: the timeout remains.
    } finally {
      await runner.release();
    }
  };
  const onAbort = (): void => void cancel();
  signal.addEventListener('abort', onAbort, { once: true });
  return async () => {
    signal.removeEventListener('abort', onAbort);
    // A cancellation that waits for a connection is not awaited: in a full pool that would be a deadlock.
    isStopped = true;
    await cancellation;
  };
}
