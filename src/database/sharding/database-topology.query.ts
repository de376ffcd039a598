import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { UnavailableError } from '../../domain/errors';
import type { RunQuery } from '../query/bounded-reader';

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
