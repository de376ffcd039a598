import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Logger as GraphileLogger, run, type Runner, type TaskList } from 'graphile-worker';
import { Pool } from 'pg';
import { Environment } from '../config/environment';
import { DatabaseAddress } from '../database/change-feed';
import { JobRegistry } from './job-queue.port';

const CONCURRENCY = 2;
const FIRST_CHORE_MS = 1_000;

/** Takes jobs from the queue and hands them to the modules; with ROLE=api it does nothing. */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('jobs');
  private readonly timers: NodeJS.Timeout[] = [];
  private pool: Pool | undefined;
  private runner: Runner | undefined;

  constructor(
    private readonly registry: JobRegistry,
    private readonly environment: Environment,
    private readonly address: DatabaseAddress,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.environment.ROLE === 'api') return;
    this.pool = this.makePool();
    this.runner = await run({
      pgPool: this.pool,
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      noPreparedStatements: true,
      logger: this.graphileLogger(),
      taskList: this.taskList(),
    });
    for (const chore of this.registry.chores) {
      const once = (): void => {
        chore.run().catch((error: unknown) => this.logger.error(error, `chore ${chore.name}`));
      };
      this.timers.push(setTimeout(once, FIRST_CHORE_MS).unref(), setInterval(once, chore.everyMs).unref());
    }
  }

  async onApplicationShutdown(): Promise<void> {
    this.timers.forEach(clearTimeout);
    await this.runner?.stop().catch(() => undefined);
    await this.pool?.end();
  }

  /** Our own, for the library's would not be closed yet when `stop` returns, and would then fall over with the database. */
  private makePool(): Pool {
    // Connections: one that listens, the others for jobs at work.
    const pool = new Pool({
      connectionString: this.address.url,
      max: CONCURRENCY + 1,
      application_name: 'fieldhouse jobs',
    });
    const tell = (error: Error): void =>
      this.logger.warn(`A connection to the database broke: ${error.message}`);
    pool.on('error', tell);
    pool.on('connect', (client) => client.on('error', tell));
    return pool;
  }

  private taskList(): TaskList {
    return Object.fromEntries(
      this.registry.handlers.map((handler) => [
        handler.name,
        (payload: unknown) => handler.handle((payload as { subject: string }).subject),
      ]),
    );
  }

  private graphileLogger(): GraphileLogger {
    return new GraphileLogger(() => (level: string, message) => {
      if (level === 'error') this.logger.error(message);
      else if (level === 'warning') this.logger.warn(message);
    });
  }
}
