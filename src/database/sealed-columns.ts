import { type Client, escapeIdentifier } from 'pg';
import { KEY_SETTING, SecretBox, type SecretKey } from '../config/secret-key';

/** Columns encrypted with the secret key, with the key of their table. */
export const SEALED_COLUMNS = [
  { table: 'api_token', id: 'id', column: 'encrypted_key' },
  { table: 'hook', id: 'id', column: 'settings' },
  { table: 'hook', id: 'id', column: 'secret' },
  { table: 'mfa_method', id: 'user_id', column: 'encrypted_secret' },
  { table: 'migration_task', id: 'id', column: 'token' },
] as const;
const BATCH = 1_000;

/**
 * Encrypts again, with the secret key, what a fallback sealed; then the fallbacks can be removed. One transaction: a
 * failure leaves all as it was.
 * @returns number of values
 * @throws Error when the key of the database is not known
 */
export async function resealColumns(client: Client, key: SecretKey): Promise<number> {
  const box = new SecretBox(key);
  let count = 0;
  await assertKnown(client, key);
  await client.query('BEGIN');
  try {
    for (const each of SEALED_COLUMNS) count += await resealColumn(client, box, each);
    await client.query('UPDATE instance_setting SET value = $2 WHERE name = $1', [
      KEY_SETTING,
      key.fingerprint,
    ]);
    await client.query('COMMIT');
    return count;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function assertKnown(client: Client, key: SecretKey): Promise<void> {
  const { rows } = await client.query<{ value: string }>(
    'SELECT value FROM instance_setting WHERE name = $1',
    [KEY_SETTING],
  );
  if (rows[0] === undefined || key.fingerprints.includes(rows[0].value)) return;
  throw new Error(
    'SECRET_KEY_FALLBACKS lacks the key that the database was last sealed with. Add it, then run the command again.',
  );
}

async function resealColumn(
  client: Client,
  box: SecretBox,
  { table, id, column }: (typeof SEALED_COLUMNS)[number],
): Promise<number> {
  const [name, value] = [escapeIdentifier(table), escapeIdentifier(column)];
  let count = 0;
  let last: number | undefined = -1;
  while (last !== undefined) {
    const { rows }: { rows: { id: number; sealed: Buffer }[] } = await client.query(
      `SELECT ${id} AS id, ${value} AS sealed FROM ${name}
        WHERE ${value} IS NOT NULL AND ${id} > $1 ORDER BY ${id} LIMIT ${BATCH} FOR UPDATE`,
      [last],
    );
    const stale = rows.filter(({ sealed }) => !box.isCurrent(sealed));
    if (stale.length > 0) {
      await client.query(
        `UPDATE ${name} SET ${value} = changed.sealed
           FROM unnest($1::int[], $2::bytea[]) AS changed (id, sealed) WHERE ${name}.${id} = changed.id`,
        [stale.map((row) => row.id), stale.map((row) => box.seal(box.open(row.sealed)))],
      );
    }
    count += stale.length;
    last = rows.length < BATCH ? undefined : rows.at(-1)!.id;
  }
  return count;
}
