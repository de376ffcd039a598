import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { DataSource } from 'typeorm';
import { RequestAbortedError, InvalidError } from '../../domain/errors';
import { sqlState } from '../constraint-violation';
import { extendSocketTimeout } from '../connection/timeout-pool';
import { PRIMARY, type ReadSource } from '../replica/replicas';

export type RunQuery = <Row extends object>(sql: string, values: readonly unknown[]) => Promise<Row[]>;

/**
 * Bound on the cost of a read: small by construction (`known`), growing with the rows (`rows`), depending on a client's
 * regular expression (`patterns`), left out of the response if it takes long (`optional`), or an aggregate over all
 * submissions of a form (`aggregate`, decision 20).
 */
export type ReadCost = 'known' | 'rows' | 'patterns' | 'optional' | 'aggregate';

export const TIMEOUT_MS: Readonly<Record<Exclude<ReadCost, 'known'>, number>> = {
  rows: 4_000,
  patterns: 1_000,
  optional: 2_000,
  aggregate: 30_000,
};
/**
 * Planner settings for aggregates: hash aggregation in memory and partial aggregation in two workers. By default the planner
 * underestimates the groups, overestimates their size and gathers wide rows (docs/performance.md#parallel-reports).
 */
const AGGREGATE_SETTINGS = `SET LOCAL work_mem = '64MB'; SET LOCAL hash_mem_multiplier = 4; SET LOCAL jit = off; SET LOCAL max_parallel_workers_per_gather = 2; SET LOCAL parallel_leader_participation = off; SET LOCAL parallel_tuple_cost = 0.5;
  SET LOCAL enable_mergejoin = off; SET LOCAL enable_nestloop = off`;

/**
 * Planner settings for filters and sorts: they evaluate answers in two workers too. By default the planner takes passing many
 * ids on for more expensive than reading every answer in one process; matches fit into memory, and bitmaps of them are exact.
 */
const FILTER_SETTINGS = `SET LOCAL work_mem = '32MB'; SET LOCAL parallel_tuple_cost = 0.01; SET LOCAL jit = off`;

const AGGREGATE_SOCKET_TIMEOUT_MS = TIMEOUT_MS.aggregate + 1_000;

const QUERY_CANCELED = '57014';
const INVALID_REGULAR_EXPRESSION = '2201B';

/** Whether a statement failed by its filter: an invalid regular expression, or a timeout. */
export function isFailedFilter(error: unknown): boolean {
  const state = sqlState(error);
  return state === QUERY_CANCELED || state === INVALID_REGULAR_EXPRESSION;
}

/** Read-only queries. Those of unbounded cost run in one snapshot, with a timeout, and are cancellable. */
@Injectable()
export class BoundedReader {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Queries of known cost run concurrently, without a transaction.
   * @param signal cancels queries of unbounded cost
   * @param source server; another one than the primary may run `work` twice
   * @throws InvalidError on a timeout or an invalid regular expression; RequestAbortedError when aborted
   */
  async read<Result>(
    cost: ReadCost,
    work: (query: RunQuery) => Promise<Result>,
    signal?: AbortSignal,
    source: ReadSource = PRIMARY,
  ): Promise<Result> {
    return source.read((replica) =>
      this.readFrom(
        replica === undefined ? primaryServer(this.dataSource) : replicaServer(replica),
        cost,
        work,
        signal,
      ),
    );
  }

  private async readFrom<Result>(
    server: ReadServer,
    cost: ReadCost,
    work: (query: RunQuery) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    if (cost === 'known') return work(server.query);
    const connection = await server.connect().catch((error: unknown) => {
      throw signal?.aborted === true ? new RequestAbortedError() : error;
    });
    const { client, query } = connection;
    let resetSocketTimeout = (): void => undefined;
    let stopCancellation = (): Promise<void> => Promise.resolve();
    try {
      if (cost === 'aggregate') resetSocketTimeout = extendSocketTimeout(client, AGGREGATE_SOCKET_TIMEOUT_MS);
      const pid = await queryBackendPid(
        client,
        `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${TIMEOUT_MS[cost]}; ${cost === 'aggregate' ? AGGREGATE_SETTINGS : FILTER_SETTINGS}`,
      );
      if (signal !== undefined) stopCancellation = cancelOnAbort(signal, pid, server);
      return await work(sequentially(query, cost === 'aggregate' ? TIMEOUT_MS.aggregate : undefined, signal));
    } catch (error) {
      throw signal?.aborted === true ? new RequestAbortedError() : translateError(error);
    } finally {
      // The result does not wait for the end of its snapshot, a trip to the database.
      void endSnapshot(connection, stopCancellation, resetSocketTimeout);
    }
  }
}

/** Never rejects: if the snapshot can't be ended, the pool closes the connection. */
async function endSnapshot(
  { query, release }: ReadConnection,
  stopCancellation: () => Promise<void>,
  resetSocketTimeout: () => void,
): Promise<void> {
  await stopCancellation();
  await query('ROLLBACK', []).catch(() => undefined);
  resetSocketTimeout();
  await release();
}

interface ReadConnection {
  readonly client: PoolClient;
  readonly query: RunQuery;
  readonly release: () => Promise<void> | void;
}

/** The primary or a replica. */
interface ReadServer {
  /** On any connection. */
  readonly query: RunQuery;
  readonly connect: () => Promise<ReadConnection>;
}

function primaryServer(dataSource: DataSource): ReadServer {
  return {
    query: (sql, values) => dataSource.query(sql, [...values]),
    connect: async () => {
      const runner = dataSource.createQueryRunner('slave');
      try {
        const client = (await runner.connect()) as PoolClient;
        return {
          client,
          query: (sql, values) => runner.query(sql, [...values]) as never,
          release: () => runner.release(),
        };
      } catch (error) {
        await runner.release();
        throw error;
      }
    },
  };
}

function replicaServer(pool: Pool): ReadServer {
  return {
    query: async (sql, values) => (await pool.query(sql, [...values])).rows as never,
    connect: async () => {
      const client = await pool.connect();
      return {
        client,
        query: async (sql, values) => (await client.query(sql, [...values])).rows as never,
        release: () => client.release(),
      };
    },
  };
}

/**
 * Queues queries of one connection.
 * @param totalTimeoutMs shared by all queries; undefined: each has its own timeout
 * @param signal drops queued queries
 */
function sequentially(
  query: RunQuery,
  totalTimeoutMs: number | undefined,
  signal: AbortSignal | undefined,
): RunQuery {
  const startedAt = performance.now();
  let last: Promise<unknown> = Promise.resolve();
  let isFirst = true;
  return (sql, values) => {
    const timeoutMs = isFirst ? undefined : totalTimeoutMs;
    isFirst = false;
    const result = last.then(async (): Promise<never> => {
      if (timeoutMs !== undefined) {
        const remainingMs = Math.max(1, Math.ceil(startedAt + timeoutMs - performance.now()));
        await query(`SELECT set_config('statement_timeout', $1, true)`, [String(remainingMs)]);
      }
      // Aborted while queued: the query before it was cancelled.
      if (signal?.aborted === true) throw new RequestAbortedError();
      return (await query(sql, values)) as never;
    });
    last = result;
    return result;
  };
}

export const takesTooLong = (): InvalidError =>
  new InvalidError(
    'The filter or order takes too long to evaluate. Narrow the filter down, by _id for example, and read pages by `next` instead of `start`.',
  );

function translateError(error: unknown): unknown {
  const code = sqlState(error);
  if (code === QUERY_CANCELED) {
    return takesTooLong();
  }
  if (code === INVALID_REGULAR_EXPRESSION) {
    return new InvalidError('Unsupported query: the regular expression cannot be read. Correct it.');
  }
  return error;
}

interface Backend {
  readonly pid: number;
}

/** Runs statements without parameters and returns the backend's process id, in one round trip. */
async function queryBackendPid(client: PoolClient, statements: string): Promise<number> {
  const results = (await client.query<Backend>(`${statements}; SELECT pg_backend_pid() AS pid`)) as unknown;
  return (results as QueryResult<Backend>[]).at(-1)!.rows[0]!.pid;
}

/**
 * Cancels a backend's statement on abort, by `pg_cancel_backend` on another connection; while none is free, the statement
 * runs on until its timeout.
 * @returns stops this; to be awaited before the connection is reused, so that no later statement is cancelled
 */
function cancelOnAbort(signal: AbortSignal, pid: number, server: ReadServer): () => Promise<void> {
  let isStopped = false;
  let cancellation: Promise<unknown> = Promise.resolve();
  const cancel = async (): Promise<void> => {
    const connection = await server.connect().catch(() => undefined);
    // No connection: the timeout remains.
    if (connection === undefined) return;
    try {
      if (isStopped) return;
      cancellation = connection.query('SELECT pg_cancel_backend($1)', [pid]).catch(() => undefined);
      await cancellation;
    } finally {
      await connection.release();
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
