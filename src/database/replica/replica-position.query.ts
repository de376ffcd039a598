import type { Client, Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** Position in the write-ahead log (WAL) up to which the primary's commits are durable, so that it acknowledged them. */
export async function primaryPosition(primary: Pick<Client, 'query'> | DataSource): Promise<string> {
  const sql = 'SELECT pg_current_wal_flush_lsn()::text AS position';
  const found =
    'createQueryRunner' in primary
      ? await primary.query<{ position: string }[]>(sql)
      : (await primary.query<{ position: string }>(sql)).rows;
  return found[0]!.position;
}

/** False also for a server that was promoted: it no longer follows the primary. */
export async function hasReplayed(replica: Pick<Pool, 'query'>, position: string): Promise<boolean> {
  const { rows } = await replica.query<{ done: boolean | null }>(
    'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS done',
    [position],
  );
  return rows[0]?.done === true;
}

/** Bytes of the log that the replica has not replayed. */
export async function lagBytes(replica: Pick<Pool, 'query'>, position: string): Promise<number> {
  const { rows } = await replica.query<{ bytes: number }>(
    'SELECT greatest(0, pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()))::float8 AS bytes',
    [position],
  );
  return rows[0]!.bytes;
}
