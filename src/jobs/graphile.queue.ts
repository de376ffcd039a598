import {
  type TaskList,
  Logger as GraphileLogger,
  parseCronItems,
  type ParsedCronItem,
  run,
  type Runner,
} from 'graphile-worker';
import { once, setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import {
  Injectable,
  type BeforeApplicationShutdown,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DatabaseError, type Pool } from 'pg';
import { managerOf } from '../database/unit-of-work/open-transaction';
import type { Transaction } from '../database/unit-of-work/unit-of-work.port';
import { type Job, JobQueue, type JobHandler, JobRegistry, type ScheduledJob } from './job-queue.port';
import { Environment } from '../config/environment';
import { ChangeNotifications } from '../database/change-notifications';
import { DatabaseAddress, createPool } from '../database/connection/open-connection';

/** Names of queued jobs up to version 0.1.0, and their identifiers since. */
export const FORMER_JOB_NAMES: Readonly<Record<string, string>> = {
  import: 'imports.run',
  export: 'exports.run',
  'deliver hooks': 'hook-deliveries.dispatch',
  'expire offers that nobody answers': 'ownership-invites.expire',
  'fold the counts of days gone by': 'submission-counts.fold',
  'forget addresses of old sign-ins': 'known-addresses.prune',
  'forget ended OAuth2 grants': 'oauth-grants.delete-expired',
  'forget failed sign-ins': 'failed-sign-ins.prune',
  'forget old logs of hooks': 'hook-logs.prune',
  'forget sessions that are over': 'sessions.delete-expired',
  'forget what changed of assets': 'asset-changes.prune',
  'purge deleted assets': 'deleted-assets.purge',
  'remove exports of callers without an account': 'anonymous-exports.delete',
  'remove renditions of images that are gone': 'renditions.delete-orphans',
  'remove unused snapshots': 'snapshots.delete-unused',
  'sweep files without a row': 'storage.delete-orphans',
};

/** Adds the former names of these tasks, so that jobs queued by an older version run after an upgrade. */
export function withFormerNames(tasks: TaskList): TaskList {
  const aliases = Object.entries(FORMER_JOB_NAMES).flatMap(([former, name]) => {
    const task = tasks[name];
    return task === undefined ? [] : [[former, task] as const];
  });
  return { ...Object.fromEntries(aliases), ...tasks };
}

/** Jobs as rows of graphile-worker, written in the transaction that writes their subject (transactional outbox). */
@Injectable()
export class GraphileQueue extends JobQueue {
  async enqueue(transaction: Transaction, { name, subject, maxAttempts = 3 }: Job): Promise<void> {
    await managerOf(transaction).query(
      `SELECT graphile_worker.add_job($1, payload => $2::json, max_attempts => $4, job_key => $3,
                                      job_key_mode => 'preserve_run_at')`,
      [name, JSON.stringify({ subject }), `${name}:${subject}`, maxAttempts],
    );
  }
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Cron pattern (UTC) of an interval.
 * @param intervalMs milliseconds: minutes that divide an hour, hours that divide a day, or one day
 * @throws Error for any other interval, which a pattern cannot express
 */
export function cronPattern(intervalMs: number): string {
  if (intervalMs === DAY_MS) return '0 0 * * *';
  if (intervalMs === HOUR_MS) return '0 * * * *';
  if (divides(intervalMs, MINUTE_MS, HOUR_MS)) return `*/${intervalMs / MINUTE_MS} * * * *`;
  if (divides(intervalMs, HOUR_MS, DAY_MS)) return `0 */${intervalMs / HOUR_MS} * * *`;
  throw new Error(
    `No cron pattern for every ${intervalMs} ms. Choose an interval that divides an hour or a day.`,
  );
}

function divides(intervalMs: number, unitMs: number, periodMs: number): boolean {
  return intervalMs > 0 && intervalMs % unitMs === 0 && periodMs % intervalMs === 0;
}

const CONCURRENCY = 2;
/** For jobs with a later `run_at` only; new jobs arrive by NOTIFY. */
const POLL_INTERVAL_MS = 10_000;
/** Resolution of cron; shorter intervals are timers of each process. */
const MIN_CRON_INTERVAL_MS = 60_000;
const FIRST_RUN_DELAY_MS = 1_000;
/** Without the database graphile-worker would retry for a minute. */
const STOP_TIMEOUT_MS = 5_000;

/** Runs jobs with graphile-worker; does nothing with ROLE=api. */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('jobs');
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly stopping = new AbortController();
  /** Includes handlers that have released their slot. */
  private readonly running = new Set<Promise<void>>();
  private pool: Pool | undefined;
  private runner: Runner | undefined;
  private tasks: TaskList = {};

  constructor(
    private readonly registry: JobRegistry,
    private readonly environment: Environment,
    private readonly address: DatabaseAddress,
    private readonly notifications: ChangeNotifications,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.environment.ROLE === 'api') return;
    // One for each running job: those that released their slot are many.
    setMaxListeners(0, this.stopping.signal);
    const isCronJob = ({ intervalMs }: ScheduledJob): boolean => intervalMs >= MIN_CRON_INTERVAL_MS;
    const cronJobs = this.registry.scheduledJobs.filter(isCronJob);
    this.pool = this.createPool();
    this.tasks = withFormerNames(this.taskList(cronJobs));
    this.runner = await run({
      pgPool: this.pool,
      concurrency: CONCURRENCY,
      pollInterval: POLL_INTERVAL_MS,
      noHandleSignals: true,
      noPreparedStatements: true,
      logger: this.graphileLogger(),
      taskList: this.tasks,
      parsedCronItems: cronItems(cronJobs),
    });
    for (const job of this.registry.scheduledJobs) if (!isCronJob(job)) this.startTimer(job);
  }

  /** Runs before other shutdown hooks: jobs write to the database while they stop. */
  async beforeApplicationShutdown(): Promise<void> {
    this.timers.forEach(clearTimeout);
    // Stop taking jobs before running ones are aborted.
    const stopped = this.runner?.stop();
    this.stopping.abort();
    await Promise.race([
      stopped
        ?.then(() => Promise.all(this.running))
        .then(() => this.drainPool())
        .catch(() => undefined),
      pause(STOP_TIMEOUT_MS, undefined, { ref: false }),
    ]);
    await this.pool?.end();
    this.runner = undefined;
    this.pool = undefined;
    // graphile-worker keeps a reference to the task list for the life of the process, which would leak the whole app.
    for (const name of Object.keys(this.tasks)) Reflect.deleteProperty(this.tasks, name);
  }

  /** graphile-worker does not wait for the write that completes its last jobs; they would run again after hours. */
  private async drainPool(): Promise<void> {
    const { pool } = this;
    while (pool !== undefined && pool.waitingCount + pool.totalCount > pool.idleCount)
      await once(pool, 'release');
  }

  /** Creates the pool here: graphile-worker's own pool is still open when `stop` returns. */
  private createPool(): Pool {
    const pool = createPool(this.address.directUrl, {
      // One more for LISTEN.
      max: CONCURRENCY + 1,
      application_name: 'fieldhouse jobs',
    });
    const { logger } = this;
    const onError = (error: Error): void => logger.warn(`Lost a database connection: ${error.message}`);
    pool.on('error', onError);
    pool.on('connect', (client) => client.on('error', onError));
    retryLostConnections(pool);
    return pool;
  }

  private taskList(cronJobs: readonly ScheduledJob[]): TaskList {
    return Object.fromEntries([
      ...this.registry.handlers.map((handler) => [
        handler.name,
        (payload: unknown) => this.runHandler(handler, (payload as { subject: string }).subject),
      ]),
      ...cronJobs.map((job) => [job.name, () => job.run()]),
    ]) as TaskList;
  }

  /** Settles with the handler, or when it releases its slot; later errors are logged. */
  private runHandler(handler: JobHandler, subject: string): Promise<void> {
    return new Promise((settle, fail) => {
      let hasSlot = true;
      const release = (): void => {
        hasSlot = false;
        settle();
      };
      const work = this.notifications
        .catchUp()
        .then(() => handler.handle(subject, { stopping: this.stopping.signal, release }))
        .then(settle, (error) => {
          if (hasSlot) fail(error as Error);
          else this.logger.error(error, handler.name);
        });
      this.running.add(work);
      void work.finally(() => this.running.delete(work));
    });
  }

  private startTimer(job: ScheduledJob): void {
    const runOnce = (): void => {
      job.run().catch((error: unknown) => this.logger.error(error, job.name));
    };
    this.timers.push(
      setTimeout(runOnce, FIRST_RUN_DELAY_MS).unref(),
      setInterval(runOnce, job.intervalMs).unref(),
    );
  }

  private graphileLogger(): GraphileLogger {
    const { logger } = this;
    return new GraphileLogger(() => (level: string, message) => {
      if (level === 'error') logger.error(message);
      else if (level === 'warning') logger.warn(message);
    });
  }
}

/** SQLSTATE of a server that is starting: graphile-worker repeats what fails with it, for hours. */
const CANNOT_CONNECT_NOW = '57P03';
/** SQLSTATE of a lost or refused connection, a server that ends or is full, and one that became a standby. */
const LOST = /^(08|25006|53|57P)/;

/**
 * Makes graphile-worker repeat what it records of a job until the database is back: it awaits none of it, so that an error
 * which it does not repeat, such as a refused connection, would end the process.
 */
export function retryLostConnections(pool: Pool): void {
  const connect = pool.connect.bind(pool) as Method;
  pool.connect = repeatable(connect) as Pool['connect'];
  pool.on('connect', (client) => {
    client.query = repeatable(client.query.bind(client)) as typeof client.query;
  });
}

type Method = (...args: unknown[]) => unknown;

/** The method with errors that graphile-worker repeats. A call with a callback returns no promise, and is left as it is. */
function repeatable(method: Method): Method {
  return (...args) => {
    const result = method(...args);
    return result instanceof Promise
      ? result.catch((error: unknown) => {
          throw isLostConnection(error) ? repeatableError(error) : error;
        })
      : result;
  };
}

function isLostConnection(error: unknown): boolean {
  return !(error instanceof DatabaseError) || LOST.test(error.code ?? '');
}

function repeatableError(cause: unknown): Error {
  return Object.assign(new Error(String(cause), { cause }), { code: CANNOT_CONNECT_NOW });
}

/** Backfills a run missed while no process was up; a failed run is not retried. */
function cronItems(jobs: readonly ScheduledJob[]): ParsedCronItem[] {
  return parseCronItems(
    jobs.map(({ name, intervalMs }) => ({
      task: name,
      match: cronPattern(intervalMs),
      options: { backfillPeriod: intervalMs, maxAttempts: 1, jobKey: name, jobKeyMode: 'preserve_run_at' },
    })),
  );
}
