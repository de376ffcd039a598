import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool, Client } from 'pg';
import { DataSource } from 'typeorm';
import { readServers } from '../../config/database-settings';
import { DomainError } from '../../domain/errors';
import { connectionTarget } from '../connection/open-connection';
import { TimeoutPool } from '../connection/timeout-pool';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_INTERVAL_MS = 10;
/** Reads go to the primary for this long after a replica was too far behind, or failed. */
const SUSPENSION_MS = { behind: 1_000, failed: 5_000 } as const;

/** One replica with its connections. */
export class Replica<Connection extends Pick<Pool, 'query'> = Pool> {
  private suspendedUntil = 0;

  /** @param name host and port */
  constructor(
    readonly name: string,
    readonly pool: Connection,
  ) {}

  get isSuspended(): boolean {
    return performance.now() < this.suspendedUntil;
  }

  suspend(reason: keyof typeof SUSPENSION_MS): void {
    this.suspendedUntil = performance.now() + SUSPENSION_MS[reason];
  }

  /** Waits until the replica has replayed a position. @returns false if it does not in time, or fails; it is then suspended */
  async reaches(position: string, maxLagMs: number): Promise<boolean> {
    const deadline = performance.now() + maxLagMs;
    try {
      while (!(await hasReplayed(this.pool, position))) {
        if (performance.now() >= deadline) {
          this.suspend('behind');
          return false;
        }
        await pause(POLL_INTERVAL_MS);
      }
      return true;
    } catch {
      this.suspend('failed');
      return false;
    }
  }
}

/** Server of one operation of several reads: a replica, or the primary once it has failed. */
export class ReadSource {
  /** @param onFailure called when the primary takes over */
  constructor(
    private replica?: Replica,
    private readonly onFailure: () => void = () => undefined,
  ) {}

  /**
   * Reads, again from the primary if the replica fails: it may have ended, or cancelled the statement for its recovery.
   * @param read takes the replica's pool; undefined: the primary
   */
  async read<Result>(read: (pool: Pool | undefined) => Promise<Result>): Promise<Result> {
    const { replica } = this;
    if (replica === undefined) return read(undefined);
    try {
      return await read(replica.pool);
    } catch (error) {
      // Errors of the request would be the same on the primary.
      if (error instanceof DomainError) throw error;
      replica.suspend('failed');
      this.replica = undefined;
      this.onFailure();
      return read(undefined);
    }
  }
}

export const PRIMARY = new ReadSource();

export class ReplicaSettings {
  constructor(
    /** Undefined: the primary serves all reads. */
    readonly url: string | undefined,
    readonly maxLagMs: number,
    readonly poolSize: number,
  ) {}
}

/** Chooses servers for long reads, such that a caller reads what any process acknowledged before (decision 154). */
@Injectable()
export class Replicas implements OnApplicationShutdown {
  private readonly logger = new Logger('database');
  private readonly replicas: readonly Replica[];
  private turn = 0;
  /** Operations by the server that began them, and those that the primary took over. */
  readonly served = { replica: 0, primary: 0, failed: 0 };

  constructor(
    @InjectDataSource() private readonly primary: DataSource,
    private readonly settings: ReplicaSettings,
  ) {
    const urls = settings.url === undefined ? [] : readServers(settings.url).urls;
    this.replicas = urls.map((url) => this.open(url));
  }

  get areConfigured(): boolean {
    return this.replicas.length > 0;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.replicas.map(({ pool }) => pool.end()));
  }

  /** The next replica that has, or reaches in time, what the primary has now; else the primary. */
  async choose(): Promise<ReadSource> {
    if (!this.areConfigured) return PRIMARY;
    const position = await primaryPosition(this.primary);
    const first = this.turn++;
    for (let index = 0; index < this.replicas.length; index += 1) {
      const replica = this.replicas[(first + index) % this.replicas.length]!;
      if (replica.isSuspended || !(await replica.reaches(position, this.settings.maxLagMs))) continue;
      this.served.replica += 1;
      return new ReadSource(replica, () => this.noteFailure(replica));
    }
    this.served.primary += 1;
    return PRIMARY;
  }

  lags(): Promise<ReplicaLag[]> {
    return measureLags(this.primary, this.replicas);
  }

  private noteFailure({ name }: Replica): void {
    this.served.failed += 1;
    this.logger.warn(`The primary took over a read of the replica ${name}, which failed.`);
  }

  private open(url: string): Replica {
    const pool = new TimeoutPool({
      ...connectionTarget(url),
      max: this.settings.poolSize,
      application_name: 'fieldhouse replica',
    });
    const name = new URL(url).host;
    pool.on('error', (error) =>
      this.logger.warn(`A connection to the replica ${name} broke: ${error.message}`),
    );
    return new Replica(name, pool);
  }
}

export interface ReplicaLag {
  readonly name: string;
  /** Undefined: it, or the primary, does not respond. */
  readonly bytes: number | undefined;
}

/** Shorter than the timeouts of connections and statements: metrics are read while servers hang. */
const TIMEOUT_MS = 1_000;

/** Measures how far replicas are behind, within a second in all. */
export async function measureLags(
  primary: DataSource,
  replicas: readonly Pick<Replica<Pick<Pool, 'query'>>, 'name' | 'pool'>[],
): Promise<ReplicaLag[]> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>(
    (expire) => (timer = setTimeout(() => expire(undefined), TIMEOUT_MS)),
  );
  const inTime = <Result>(response: Promise<Result>): Promise<Result | undefined> =>
    Promise.race([response.catch(() => undefined), timeout]);
  try {
    const position = await inTime(primaryPosition(primary));
    const bytesOf = async (pool: Pick<Pool, 'query'>): Promise<number | undefined> =>
      position === undefined ? undefined : inTime(lagBytes(pool, position));
    return await Promise.all(replicas.map(async ({ name, pool }) => ({ name, bytes: await bytesOf(pool) })));
  } finally {
    clearTimeout(timer);
  }
}

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
async function lagBytes(replica: Pick<Pool, 'query'>, position: string): Promise<number> {
  const { rows } = await replica.query<{ bytes: number }>(
    'SELECT greatest(0, pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()))::float8 AS bytes',
    [position],
  );
  return rows[0]!.bytes;
}
