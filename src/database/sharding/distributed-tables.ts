import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { UnavailableError } from '../../domain/errors';
import type { RunQuery } from '../query/bounded-reader';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';

const SETTLING_PAUSE_MS = 20;
const SETTLING_TIMEOUT_MS = 2_000;

const PREPARED_TRANSACTIONS = `
  SELECT coalesce(string_agg(result, ','), '') AS gids
    FROM run_command_on_workers($$SELECT coalesce(string_agg(gid, ','), '') FROM pg_prepared_xacts$$)`;

/** Knows whether the tables of submissions are distributed over a cluster. */
@Injectable()
export class DatabaseTopology implements OnModuleInit {
  private distributed = false;

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Read once: processes are restarted after `database distribute`. */
  get isDistributed(): boolean {
    return this.distributed;
  }

  async onModuleInit(): Promise<void> {
    this.distributed = await hasDistributedTables((sql) => this.dataSource.query(sql));
  }

  /** `settleTransactions` in a cluster. */
  async settle(query: RunQuery): Promise<void> {
    if (this.distributed) await settleTransactions(query);
  }
}

/** Whether submissions are distributed, by Citus. */
export async function hasDistributedTables(query: RunQuery): Promise<boolean> {
  const [row] = await query<{ citus: boolean }>(
    "SELECT to_regclass('pg_dist_partition') IS NOT NULL AS citus",
    [],
  );
  if (!row!.citus) return false;
  const [tables] = await query<{ distributed: boolean }>(
    "SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('submission')) AS distributed",
    [],
  );
  return tables!.distributed;
}

/**
 * Waits until every transaction that this server has committed shows on all nodes: a node commits its part a moment later
 * (two-phase commit). Call it after a snapshot is taken and before rows are read that it is compared with.
 * @throws UnavailableError when a node does not finish its transactions
 */
export async function settleTransactions(query: RunQuery): Promise<void> {
  const until = performance.now() + SETTLING_TIMEOUT_MS;
  let pending = await preparedTransactions(query);
  while (pending.length > 0) {
    if (performance.now() > until)
      throw new UnavailableError('A database node does not respond. Retry in 3 s.', 3);
    await pause(SETTLING_PAUSE_MS);
    const current = new Set(await preparedTransactions(query));
    pending = pending.filter((gid) => current.has(gid));
  }
}

async function preparedTransactions(query: RunQuery): Promise<string[]> {
  const [row] = await query<{ gids: string }>(PREPARED_TRANSACTIONS, []);
  return row!.gids.split(',').filter((gid) => gid !== '');
}

/** Tables that grow with submissions, parents first. All have `asset_id` in their primary key. */
export const DISTRIBUTED_TABLES = [
  'submission',
  'attachment',
  'submission_history',
  'submission_change',
  'supplement_version',
  'submission_note',
  'migrated_submission',
  'deleted_submission',
  'deleted_submission_part',
];

/** Holds the tables as they were until their rows are copied. */
const OLD = 'before_distribution';

export interface ShardPlan {
  /** Citus version of the coordinator; undefined: not installed. */
  readonly citus: string | undefined;
  /** Active nodes that may hold shards, as `host:port`. */
  readonly nodes: readonly string[];
  readonly tables: readonly {
    readonly name: string;
    /** Shards that the table has; 0: not distributed yet. */
    readonly shards: number;
    /** Size on this server. */
    readonly bytes: number;
  }[];
}

/** The database does not allow distribution; the message says what to do. */
class ShardingError extends Error {
  override readonly name = 'ShardingError';
}

export async function readShardPlan(client: Client): Promise<ShardPlan> {
  const { rows } = await client.query<{ citus: string | null }>(
    "SELECT (SELECT extversion FROM pg_extension WHERE extname = 'citus') AS citus",
  );
  const citus = rows[0]!.citus ?? undefined;
  const nodes = citus === undefined ? [] : await shardNodes(client);
  const shards = citus === undefined ? new Map<string, number>() : await shardCounts(client);
  const sizes = await client.query<{ name: string; bytes: string }>(
    `SELECT t.name, (SELECT coalesce(sum(pg_total_relation_size(tree.relid)), 0)
                       FROM pg_partition_tree(t.name::regclass) AS tree)::text AS bytes
       FROM unnest($1::text[]) AS t (name)`,
    [DISTRIBUTED_TABLES],
  );
  const tables = sizes.rows.map(({ name, bytes }) => ({
    name,
    shards: shards.get(name) ?? 0,
    bytes: Number(bytes),
  }));
  return { citus, nodes, tables };
}

/**
 * Distributes the tables of submissions over the nodes of a Citus cluster by `asset_id`, in one transaction: it happens
 * wholly or not at all, and writers wait for its end. Foreign keys to `asset`, which stays on the coordinator, are
 * dropped: purging an asset deletes its rows, and the foreign key of its counts refuses later ones.
 * @returns false if all tables are distributed already
 * @throws ShardingError without Citus or without nodes
 */
export async function distributeTables(
  client: Client,
  shards: number,
  log: (message: string) => void,
): Promise<boolean> {
  const { citus, nodes, tables } = await readShardPlan(client);
  if (citus === undefined) {
    throw new ShardingError(
      'The database has no Citus. Run CREATE EXTENSION citus on every node, then citus_add_node on this one.',
    );
  }
  if (nodes.length === 0)
    throw new ShardingError('The cluster has no node for shards. Add one by citus_add_node.');
  // Later versions add tables to those that are distributed already.
  const missing = tables.filter((table) => table.shards === 0).map(({ name }) => name);
  if (missing.length === 0) return false;
  await client.query('BEGIN');
  try {
    // Tables of one transaction that refer to each other are distributed over one connection for each node.
    await client.query("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'");
    await client.query(`LOCK TABLE ${missing.map(escapeIdentifier).join()} IN ACCESS EXCLUSIVE MODE`);
    await client.query(`CREATE SCHEMA ${OLD}`);
    for (const table of missing) await client.query(`ALTER TABLE public.${table} SET SCHEMA ${OLD}`);
    for (const table of missing) {
      log(`Distributing ${table} over ${shards} shards on ${nodes.length} nodes.`);
      await createDistributed(client, table, shards);
    }
    await client.query(`DROP SCHEMA ${OLD} CASCADE`);
    await client.query('COMMIT');
    return true;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function createDistributed(client: Client, table: string, shards: number): Promise<void> {
  await client.query(
    `CREATE TABLE public.${table} (LIKE ${OLD}.${table} INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING CONSTRAINTS)`,
  );
  for (const { name, definition } of await constraintsOf(client, table, ['p', 'u'])) {
    await client.query(`ALTER TABLE public.${table} ADD CONSTRAINT ${escapeIdentifier(name)} ${definition}`);
  }
  for (const definition of await indexesOf(client, table)) await client.query(definition);
  const target =
    table === DISTRIBUTED_TABLES[0]
      ? `shard_count => ${shards}`
      : `colocate_with => ${escapeLiteral(DISTRIBUTED_TABLES[0]!)}`;
  await client.query(`SELECT create_distributed_table($1, 'asset_id', ${target})`, [`public.${table}`]);
  await client.query(`INSERT INTO public.${table} SELECT * FROM ${OLD}.${table}`);
  for (const { name, definition, target } of await constraintsOf(client, table, ['f'])) {
    if (!DISTRIBUTED_TABLES.includes(target!)) continue;
    await client.query(
      `ALTER TABLE public.${table} ADD CONSTRAINT ${escapeIdentifier(name)} ${definition.replaceAll(`${OLD}.`, 'public.')}`,
    );
  }
}

interface Constraint {
  readonly name: string;
  readonly definition: string;
  /** Table that a foreign key refers to. */
  readonly target: string | null;
}

async function constraintsOf(client: Client, table: string, types: readonly string[]): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(
    `SELECT c.conname AS name, pg_get_constraintdef(c.oid) AS definition, target.relname AS target
       FROM pg_constraint c LEFT JOIN pg_class target ON target.oid = c.confrelid
      WHERE c.conrelid = $1::regclass AND c.contype = ANY ($2::"char"[]) ORDER BY c.contype, c.conname`,
    [`${OLD}.${table}`, types],
  );
  return rows;
}

/** Definitions of indexes that no constraint owns, for the new table. */
async function indexesOf(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(
    `SELECT regexp_replace(pg_get_indexdef(i.indexrelid), ' ON (ONLY )?${OLD}[.]', ' ON public.') AS definition
       FROM pg_index i
      WHERE i.indrelid = $1::regclass AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)
      ORDER BY i.indexrelid`,
    [`${OLD}.${table}`],
  );
  return rows.map(({ definition }) => definition);
}

async function shardNodes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ node: string }>(
    "SELECT nodename || ':' || nodeport AS node FROM pg_dist_node WHERE isactive AND shouldhaveshards ORDER BY nodeid",
  );
  return rows.map(({ node }) => node);
}

async function shardCounts(client: Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; shards: string }>(
    'SELECT logicalrelid::text AS name, count(*)::text AS shards FROM pg_dist_shard GROUP BY 1',
  );
  return new Map(rows.map(({ name, shards }) => [name, Number(shards)]));
}
