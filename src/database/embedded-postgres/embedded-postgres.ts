import { setTimeout as pause } from 'node:timers/promises';
import { ensureCluster, OWNER, readPassword } from './cluster';
import {
  type DatabaseLocation,
  findDatabaseLocation,
  openDatabaseLocation,
  programsFolder,
} from './database-location';
import { EmbeddedPostgresError, reasonOf, useOwnServer } from './embedded-postgres.error';
import { installedBinaries, runnableBinaries, type PlatformBinaries } from './platform-binaries';
import { awaitSettledPostmaster, freePort, launchPostmaster, stopPostmaster } from './postmaster';
import { type PostmasterRecord } from './postmaster-record';
import { isTransientFailure, ServerSession } from './server-session';

/** Attempts of a start after transient failures: a taken port, a server that was stopping. */
const MAX_ATTEMPTS = 50;
const RETRY_DELAY_MS = 100;

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly log: (message: string) => void;
  /** False in tests only: without fsync a crash of the machine loses data. */
  readonly durable?: boolean;
  /** Programs of another version, for tests; absent: those of this platform. */
  readonly programs?: PlatformBinaries;
}

export interface EmbeddedPostgres {
  /** Connection URL of the service's database, as superuser. */
  readonly url: string;
  /** The server was already running: left by a killed service, or shared with another process. */
  readonly adopted: boolean;
  /** Stops the server and waits for its exit, unless other processes use it: the last one stops it. */
  stop(): Promise<void>;
}

/**
 * Starts the bundled PostgreSQL on a data folder, or adopts a running one. It listens on a free port of 127.0.0.1 and is
 * restarted on the same port if it dies.
 * @throws EmbeddedPostgresError
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, durable = true, programs: installed = installedBinaries() } = options;
  const location = openDatabaseLocation(dataDir, log);
  const binaries = runnableBinaries(installed, location.identity, () => programsFolder(location), log);
  await ensureCluster(location, binaries, durable);
  return new SharedServer(location, binaries, durable, log).open();
}

/**
 * Connection URL of the server running on a data folder; undefined if none. Waits for one that is starting.
 * @throws EmbeddedPostgresError when this account can't use it
 */
export async function findRunningEmbeddedPostgres(
  dataDir: string,
  log: (message: string) => void = () => undefined,
): Promise<string | undefined> {
  const location = findDatabaseLocation(dataDir);
  const running = location && (await awaitSettledPostmaster(location, log));
  return running && urlOf(location, running.port);
}

/** Reference-counted server: one session per process. */
class SharedServer implements EmbeddedPostgres {
  url = '';
  adopted = false;
  private port = 0;
  private session: ServerSession | undefined;
  private restarting: Promise<void> | undefined;
  private stopped: Promise<void> | undefined;

  constructor(
    private readonly location: DatabaseLocation,
    private readonly binaries: PlatformBinaries,
    private readonly durable: boolean,
    private readonly log: (message: string) => void,
  ) {}

  async open(): Promise<this> {
    this.adopted = !(await this.joinOrLaunch());
    return this;
  }

  async stop(): Promise<void> {
    this.stopped ??= this.leave();
    return this.stopped;
  }

  private async leave(): Promise<void> {
    await this.restarting;
    const isLastUser = (await this.session?.leave()) ?? true;
    if (isLastUser) await stopPostmaster(this.location, this.log);
    else this.log('The database keeps running: another process uses it.');
    await this.session?.end();
  }

  /** Joins the running server or starts one. @returns true if started */
  private async joinOrLaunch(port?: number): Promise<boolean> {
    let lastError: unknown = 'another process kept starting and stopping it';
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const running = await awaitSettledPostmaster(this.location, this.log);
      const server = running ?? (await this.launch(port ?? (await freePort())));
      try {
        if (server) {
          this.port = server.port;
          this.url = urlOf(this.location, server.port);
          this.session = await ServerSession.open(this.url, () => this.restart());
          return !running;
        }
      } catch (error) {
        if (!isTransientFailure(error)) throw connectionError(this.location, error);
        lastError = error;
      }
      await pause(RETRY_DELAY_MS);
    }
    throw connectionError(this.location, lastError);
  }

  private launch(port: number): Promise<PostmasterRecord | undefined> {
    const { location, binaries, durable, log } = this;
    return launchPostmaster(location, binaries, { port, durable, log });
  }

  /** Restarts a crashed server; pools reconnect once it is back on its port. */
  private restart(): void {
    if (this.stopped) return;
    this.session = undefined;
    this.restarting = this.joinOrLaunch(this.port).then(
      (launched) => {
        if (launched) this.log('The database exited unexpectedly and was restarted.');
      },
      (error: unknown) =>
        this.log(`The database exited unexpectedly and can't be restarted: ${reasonOf(error)}`),
    );
  }
}

function urlOf(location: DatabaseLocation, port: number): string {
  // No TLS on loopback, regardless of PGSSLMODE.
  return `postgresql://${OWNER}:${readPassword(location)}@127.0.0.1:${port}/${OWNER}?sslmode=disable`;
}

function connectionError(location: DatabaseLocation, error: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL in ${location.folder} does not accept connections (${reasonOf(error)}). Check ${location.logFile}, ${useOwnServer}`,
  );
}
