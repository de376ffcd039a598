import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { UnavailableError } from '../domain/errors';

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
      await client.query('TRUNCATE asset_change, submission_summary, submission_summary_part');
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

/** Starts one level up, because the bundle lies in a sibling of this folder. */
const FOLDER = join(__dirname, '../database/functions');
const DEFINITION = /^CREATE OR REPLACE FUNCTION (\w+)\(/gm;

/** A file of `functions/`: the current definition of a function, or of a few that belong together (decision 56). */
export interface FunctionFile {
  readonly name: string;
  readonly sql: string;
  readonly functions: readonly string[];
  /** Comment of its functions in the database: name and SHA-256 of the file that they were created from. */
  readonly origin: string;
}

export function readFunctionFiles(): FunctionFile[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => {
    const sql = readFileSync(join(FOLDER, name), 'utf8');
    return {
      name,
      sql,
      functions: [...sql.matchAll(DEFINITION)].map(([, defined]) => defined!),
      origin: `${name} ${hash('sha256', sql)}`,
    };
  });
}

/** Files with a function that is missing in the database, or was created from other text. */
export async function outdatedFunctionFiles(client: Client): Promise<FunctionFile[]> {
  const { rows } = await client.query<{ name: string; origin: string | null }>(
    `SELECT proname AS name, obj_description(oid, 'pg_proc') AS origin
       FROM pg_proc WHERE pronamespace = current_schema()::regnamespace`,
  );
  const origins = new Map(rows.map(({ name, origin }) => [name, origin]));
  return readFunctionFiles().filter(({ functions, origin }) =>
    functions.some((name) => origins.get(name) !== origin),
  );
}

/**
 * Creates or replaces the functions of outdated files, all or none.
 * @param client holds the migration lock
 * @returns names of the applied files
 */
export async function updateFunctions(client: Client): Promise<string[]> {
  const outdated = await outdatedFunctionFiles(client);
  if (outdated.length === 0) return [];
  await client.query('BEGIN');
  try {
    for (const { sql, functions, origin } of outdated) {
      await client.query(sql);
      for (const name of functions) {
        await client.query(`COMMENT ON FUNCTION ${escapeIdentifier(name)} IS ${escapeLiteral(origin)}`);
      }
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
  return outdated.map(({ name }) => name);
}

/** Shorter than usual: load balancers expect a quick health check. */
const PROBE_TIMEOUT_MS = 2_000;

@Injectable()
export class DatabaseHealth {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** @throws UnavailableError when the database does not respond within 2 s */
  async probe(): Promise<void> {
    const timer = new AbortController();
    const timeout = pause(PROBE_TIMEOUT_MS, false, { signal: timer.signal }).catch(() => false);
    const response = this.dataSource.query('SELECT 1').then(
      () => true,
      () => false,
    );
    const isUp = await Promise.race([response, timeout]);
    timer.abort();
    if (!isUp) throw new UnavailableError('The database does not respond. Retry.');
  }
}
