import { execFileSync } from 'node:child_process';
import { Client } from 'pg';
import { findDatabaseLocation } from '../../src/database/embedded-postgres/database-location';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/database/embedded-postgres/embedded-postgres';
import { runningPostmaster } from '../../src/database/embedded-postgres/postmaster-record';
import { makeDatabaseFolder, removeDatabaseFolder } from './database-folder';
import { eventually } from './eventually';

/** Dedicated PostgreSQL server for a test to freeze, disconnect, restart and kill. */
export class DisposablePostgres {
  private constructor(
    private readonly folder: string,
    private readonly server: EmbeddedPostgres,
  ) {}

  static async start(): Promise<DisposablePostgres> {
    const folder = makeDatabaseFolder();
    const server = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
    return new DisposablePostgres(folder, server);
  }

  get url(): string {
    return this.server.url;
  }

  /** Suspends the server and all backends. @returns a function that resumes them */
  freeze(): () => void {
    const postmaster = this.postmasterPid();
    const pids = [postmaster, ...childrenOf(postmaster)];
    for (const pid of pids) signal(pid, 'SIGSTOP');
    return () => {
      for (const pid of pids) signal(pid, 'SIGCONT');
    };
  }

  /** Suspends the service's backends; the server still accepts connections. */
  async freezeBackends(): Promise<() => void> {
    const pids = await this.backends();
    for (const pid of pids) signal(pid, 'SIGSTOP');
    return () => {
      for (const pid of pids) signal(pid, 'SIGCONT');
    };
  }

  async terminateBackends(): Promise<void> {
    for (const pid of await this.backends()) signal(pid, 'SIGTERM');
  }

  /** Sends SIGKILL to the server; the embedded server's supervisor restarts it. */
  kill(): void {
    signal(this.postmasterPid(), 'SIGKILL');
  }

  /** Fast shutdown (SIGINT); the supervisor restarts the server. */
  restart(): void {
    signal(this.postmasterPid(), 'SIGINT');
  }

  async waitUntilReady(): Promise<void> {
    const isThere = async (): Promise<boolean> => {
      const client = new Client({ connectionString: this.url, connectionTimeoutMillis: 1_000 });
      client.on('error', () => undefined);
      return client.connect().then(
        () => client.end().then(() => true),
        () => false,
      );
    };
    await eventually(isThere, (there) => there);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await removeDatabaseFolder(this.folder);
  }

  private async backends(): Promise<number[]> {
    const client = new Client({ connectionString: this.url });
    await client.connect();
    try {
      const { rows } = await client.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'fieldhouse%'`,
      );
      return rows.map(({ pid }) => pid);
    } finally {
      await client.end();
    }
  }

  private postmasterPid(): number {
    return runningPostmaster(findDatabaseLocation(this.folder)!.cluster)!.pid;
  }
}

export function childrenOf(pid: number): number[] {
  return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .map(Number);
}

/** Ignores a process that has ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
