import type { DataSource, QueryRunner } from 'typeorm';

/**
 * Has the database end what it is asked by `runner`, in a transaction, when nobody waits for it any more. That takes a
 * connection for a moment; where there is none, the statement runs to its bounds.
 * @returns to be awaited before the connection is anybody else's: from then on nothing is ended on it
 */
export async function endingWith(
  abandoned: AbortSignal,
  runner: QueryRunner,
  dataSource: DataSource,
): Promise<() => Promise<void>> {
  const [{ pid }] = (await runner.query('SELECT pg_backend_pid() AS pid')) as [{ readonly pid: number }];
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
