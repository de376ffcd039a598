import type { Client } from 'pg';

/** Under which the cluster is written down that the numbers of transactions are of. */
const SETTING = 'cluster';
/** Who may not ask what the cluster is called. */
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Changes of submissions are numbered by their transactions, and these belong to one cluster of PostgreSQL (decision 74).
 * In a database that was restored into another one, changes that were there before are numbered anew, below zero and in
 * their order: else those above the new cluster's numbers would be hidden from readers for long.
 * @param client held alone by the one process that prepares the database
 * @returns whether there was anything to number
 */
export async function claimCluster(client: Client): Promise<boolean> {
  const cluster = await clusterOf(client);
  if (cluster === undefined) return false;
  await client.query('BEGIN');
  try {
    const { rows } = await client.query<{ value: string }>(
      'SELECT value FROM instance_setting WHERE name = $1 FOR UPDATE',
      [SETTING],
    );
    const isRestored = rows[0] !== undefined && rows[0].value !== cluster;
    if (isRestored) {
      await numberAnew(client);
      // Whoever kept what they tell of kept it for another cluster.
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

async function clusterOf(client: Client): Promise<string | undefined> {
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

/** Numbers the changes that are there anew, below zero and in their order; once more changes nothing. */
export async function numberAnew(client: Client): Promise<void> {
  await client.query(
    `UPDATE submission_change SET transaction_id = transaction_id - highest.number - 1
       FROM (SELECT max(transaction_id) AS number FROM submission_change) AS highest`,
  );
}
