import { execFileSync } from 'node:child_process';
import { Client } from 'pg';
import { findHome } from '../../src/database/embedded-postgres/database-home';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/database/embedded-postgres/embedded-postgres';
import { runningPostmaster } from '../../src/database/embedded-postgres/postmaster-record';
import { makeDatabaseFolder, removeDatabaseFolder } from './database-folder';
import { eventually } from './eventually';

/** A PostgreSQL of a test's own, to be frozen, robbed of its connections, restarted and killed. */
export class OwnPostgres {
  private constructor(
    private readonly folder: string,
    private readonly server: EmbeddedPostgres,
  ) {}

  static async start(): Promise<OwnPostgres> {
    const folder = makeDatabaseFolder();
    const server = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
    return new OwnPostgres(folder, server);
  }

  get url(): string {
    return this.server.url;
  }

  /** Stops the server and every backend in their tracks. @returns what lets them go on */
  freeze(): () => void {
    const postmaster = this.postmasterPid();
    const pids = [postmaster, ...childrenOf(postmaster)];
    for (const pid of pids) signal(pid, 'SIGSTOP');
    return () => {
      for (const pid of pids) signal(pid, 'SIGCONT');
    };
  }

  /** Stops the backends that the service is connected to; the server takes new connections. */
  async freezeBackends(): Promise<() => void> {
    const pids = await this.backends();
    for (const pid of pids) signal(pid, 'SIGSTOP');
    return () => {
      for (const pid of pids) signal(pid, 'SIGCONT');
    };
  }

  /** Ends the service's connections. */
  async terminateBackends(): Promise<void> {
    for (const pid of await this.backends()) signal(pid, 'SIGTERM');
  }

  /** `kill -9` of the server. What comes after is an embedded server's own doing: it is started again. */
  kill(): void {
    signal(this.postmasterPid(), 'SIGKILL');
  }

  /** An operator's restart: the server ends what is open and shuts down; that it comes back is its own doing, too. */
  restart(): void {
    signal(this.postmasterPid(), 'SIGINT');
  }

  /** Waits until the server takes connections. */
  async answers(): Promise<void> {
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
    return runningPostmaster(findHome(this.folder)!.cluster)!.pid;
  }
}

function childrenOf(pid: number): number[] {
  return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .map(Number);
}

/** One that has ended meanwhile is none to signal. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
