import { setTimeout as pause } from 'node:timers/promises';
import { type Client, DatabaseError, escapeIdentifier } from 'pg';
import type { RunQuery } from '../database/query/bounded-reader';
import { settleTransactions } from '../database/sharding/database-topology.query';
import { BackupError } from './backup-error';
import { serviceTables } from './service-tables.query';

/** Shorter than PostgreSQL's deadlock timeout, so that a writer that waits for this one is not aborted. */
const LOCK_TIMEOUT_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';
const MAX_ATTEMPTS = 60;
const ATTEMPT_PAUSE_MS = 500;

/**
 * Holds all writes until the transaction of this client ends, for the moment in which a cluster takes the snapshots of its
 * nodes. Tries again while a writer takes long.
 * @throws BackupError
 */
export async function holdWrites(client: Client): Promise<void> {
  const tables = (await serviceTables(client)).map(({ name }) => name);
  for (let attempt = 1; !(await lockTables(client, tables)); attempt += 1) {
    if (attempt === MAX_ATTEMPTS)
      throw new BackupError('Writes did not pause for the backup. Repeat it when fewer long writes run.');
    await pause(ATTEMPT_PAUSE_MS);
  }
  // A node commits its part a moment after the coordinator.
  await settleTransactions(queryOf(client));
}

export function queryOf(client: Client): RunQuery {
  return async <Row extends object>(sql: string, values: readonly unknown[]) =>
    (await client.query<Row>(sql, [...values])).rows;
}

async function lockTables(client: Client, tables: readonly string[]): Promise<boolean> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(`LOCK TABLE ${tables.map(escapeIdentifier).join(', ')} IN SHARE MODE`);
    return true;
  } catch (error) {
    await client.query('ROLLBACK');
    if (error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

/** Takes the snapshots of all nodes in an open transaction. Afterwards each is read over the same connection. */
export async function takeNodeSnapshots(client: Client): Promise<void> {
  await client.query('SET LOCAL citus.max_adaptive_executor_pool_size = 1');
  // The limit is evaluated by each shard.
  await client.query('SELECT asset_id FROM submission LIMIT 1');
}
