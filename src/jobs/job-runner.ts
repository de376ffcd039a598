import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import {
  Logger as GraphileLogger,
  parseCronItems,
  type ParsedCronItem,
  run,
  type Runner,
  type TaskList,
} from 'graphile-worker';
import { Pool } from 'pg';
import { Environment } from '../config/environment';
import { DatabaseAddress } from '../database/change-feed';
import { cronPattern } from './cron-pattern';
import { type Chore, type JobHandler, JobRegistry } from './job-queue.port';

const CONCURRENCY = 2;
/** New jobs are announced; only those that wait for their time are looked for. */
const POLL_MS = 10_000;
/** Chores that return sooner than the queue's cron can say are timers of each process. */
const SHORTEST_CRON_MS = 60_000;
const FIRST_CHORE_MS = 1_000;
/** With the database away the queue would try for a minute to say that it stops. */
const LONGEST_STOP_MS = 5_000;

/** Takes jobs from the queue and hands them to the modules; with ROLE=api it does nothing. */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('jobs');
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly stopping = new AbortController();
  /** Handlers that gave their place to other jobs and go on. */
  private readonly waiting = new Set<Promise<void>>();
  private pool: Pool | undefined;
  private runner: Runner | undefined;
  private tasks: TaskList = {};

  constructor(
    private readonly registry: JobRegistry,
    private readonly environment: Environment,
    private readonly address: DatabaseAddress,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.environment.ROLE === 'api') return;
    const isRare = ({ everyMs }: Chore): boolean => everyMs >= SHORTEST_CRON_MS;
    const rare = this.registry.chores.filter(isRare);
    this.pool = this.makePool();
    this.tasks = this.taskList(rare);
    this.runner = await run({
      pgPool: this.pool,
      concurrency: CONCURRENCY,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      noPreparedStatements: true,
      logger: this.graphileLogger(),
      taskList: this.tasks,
      parsedCronItems: cronItems(rare),
    });
    for (const chore of this.registry.chores) if (!isRare(chore)) this.returnOften(chore);
  }

  /** Before all else, for what jobs leave to other processes is written to the database, whose connections go last. */
  async beforeApplicationShutdown(): Promise<void> {
    this.timers.forEach(clearTimeout);
    // No job is taken any more before those at work hear that they should stop.
    const stopped = this.runner?.stop();
    this.stopping.abort();
    await Promise.race([
      stopped
        ?.then(() => Promise.all(this.waiting))
        .then(() => this.lastWrites())
        .catch(() => undefined),
      pause(LONGEST_STOP_MS, undefined, { ref: false }),
    ]);
    await this.pool?.end();
    this.runner = undefined;
    this.pool = undefined;
    // The library keeps what it was started with as long as the process lives, and with it all that the tasks lead to.
    for (const name of Object.keys(this.tasks)) Reflect.deleteProperty(this.tasks, name);
  }

  /** The library does not wait until it has written that its last jobs are done; they would be done again in hours. */
  private async lastWrites(): Promise<void> {
    const { pool } = this;
    while (pool !== undefined && pool.waitingCount + pool.totalCount > pool.idleCount)
      await once(pool, 'release');
  }

  /** Our own, for the library's would not be closed yet when `stop` returns, and would then fall over with the database. */
  private makePool(): Pool {
    // Connections: one that listens, the others for jobs at work.
    const pool = new Pool({
      connectionString: this.address.url,
      max: CONCURRENCY + 1,
      application_name: 'fieldhouse jobs',
    });
    const { logger } = this;
    const tell = (error: Error): void => logger.warn(`A connection to the database broke: ${error.message}`);
    pool.on('error', tell);
    pool.on('connect', (client) => client.on('error', tell));
    return pool;
  }

  private taskList(rare: readonly Chore[]): TaskList {
    return Object.fromEntries([
      ...this.registry.handlers.map((handler) => [
        handler.name,
        (payload: unknown) => this.carryOut(handler, (payload as { subject: string }).subject),
      ]),
      ...rare.map((chore) => [chore.name, () => chore.run()]),
    ]) as TaskList;
  }

  /** Settles as the handler does, or as soon as it leaves its place; what it fails with after that is logged here. */
  private carryOut(handler: JobHandler, subject: string): Promise<void> {
    return new Promise((settle, fail) => {
      let isHere = true;
      const leave = (): void => {
        isHere = false;
        settle();
      };
      const work = handler
        .handle(subject, { stopping: this.stopping.signal, leave })
        .then(settle, (error) => {
          if (isHere) fail(error as Error);
          else this.logger.error(error, handler.name);
        });
      this.waiting.add(work);
      void work.finally(() => this.waiting.delete(work));
    });
  }

  private returnOften(chore: Chore): void {
    const once = (): void => {
      chore.run().catch((error: unknown) => this.logger.error(error, `chore ${chore.name}`));
    };
    this.timers.push(setTimeout(once, FIRST_CHORE_MS).unref(), setInterval(once, chore.everyMs).unref());
  }

  private graphileLogger(): GraphileLogger {
    const { logger } = this;
    return new GraphileLogger(() => (level: string, message) => {
      if (level === 'error') logger.error(message);
      else if (level === 'warning') logger.warn(message);
    });
  }
}

/** One that was due while no process was there is done once, at the next start; one that failed waits for its next time. */
function cronItems(chores: readonly Chore[]): ParsedCronItem[] {
  return parseCronItems(
    chores.map(({ name, everyMs }) => ({
      task: name,
      match: cronPattern(everyMs),
      options: { backfillPeriod: everyMs, maxAttempts: 1, jobKey: name, jobKeyMode: 'preserve_run_at' },
    })),
  );
}
