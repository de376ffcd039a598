import type { Client } from 'pg';

/** Setting that holds the system identifier of the cluster that assigned the transaction ids. */
const SETTING = 'cluster';
const INSUFFICIENT_PRIVILEGE = '42501';

/** Version of the server, such as `18.4` or `17beta1`. */
export async function serverVersion(client: Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    `SELECT current_setting('server_version') AS version`,
  );
  return rows[0]?.version ?? '';
}

/**
 * Records the cluster. Changes of submissions are ordered by transaction id, which is unique within one cluster (decision
 * 74): in a database restored into another, earlier changes are renumbered below zero, else those above the new cluster's
 * ids would stay hidden from readers.
 * @param client holds the migration lock
 * @returns whether changes were renumbered
 */
export async function reconcileCluster(client: Client): Promise<boolean> {
  const cluster = await systemIdentifier(client);
  if (cluster === undefined) return false;
  await client.query('BEGIN');
  try {
    const { rows } = await client.query<{ value: string }>(
      'SELECT value FROM instance_setting WHERE name = $1 FOR UPDATE',
      [SETTING],
    );
    const isRestored = rows[0] !== undefined && rows[0].value !== cluster;
    if (isRestored) {
      await renumberChanges(client);
      // Caches of this cluster can't refer to transactions of another.
      await client.query('TRUNCATE asset_change');
    }
    await client.query(
      `INSERT INTO instance_setting (name, value) VALUES ($1, $2)
       ON CONFLICT ON CONSTRAINT instance_setting_pk DO UPDATE SET value = excluded.value`,
      [SETTING, cluster],
    );
    await client.query('COMMIT');
    return isRestored;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function systemIdentifier(client: Client): Promise<string | undefined> {
  try {
    const { rows } = await client.query<{ cluster: string }>(
      'SELECT system_identifier::text AS cluster FROM pg_control_system()',
    );
    return rows[0]?.cluster;
  } catch (error) {
    if ((error as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE) return undefined;
    throw error;
  }
}

export async function renumberChanges(client: Client): Promise<void> {
  await client.query(
    `UPDATE submission_change SET transaction_id = transaction_id - highest.number - 1
       FROM (SELECT max(transaction_id) AS number FROM submission_change) AS highest`,
  );
}
