import { setTimeout as pause } from 'node:timers/promises';
import { ensureCluster, OWNER, readPassword } from './cluster';
import { type DatabaseHome, findHome, openHome, programsFolder } from './database-home';
import { EmbeddedPostgresError, reasonOf, useOwnServer } from './embedded-postgres.error';
import { installedBinaries, runnableBinaries, type PlatformBinaries } from './platform-binaries';
import { freePort, launchPostmaster, settledPostmaster, stopPostmaster } from './postmaster';
import { type PostmasterRecord } from './postmaster-record';
import { isPassingFailure, ServerSession } from './server-session';

/** How often a start begins again after something passing got in its way: a taken port, a server that was ending. */
const ATTEMPTS = 50;
const RETRY_MS = 100;

export interface EmbeddedPostgresOptions {
  /** A folder for the database alone, made if absent. */
  readonly dataDir: string;
  /** Told in sentences what the operator should know. */
  readonly log: (message: string) => void;
  /** False for tests only: nothing is synced to the disk, so that a crash of the machine loses data. */
  readonly durable?: boolean;
}

/** A running server as one process sees it. */
export interface EmbeddedPostgres {
  /** Connection URL of the service's own database; its role is the server's superuser. */
  readonly url: string;
  /** True when the server already ran: left over by a killed service, or shared with another process. */
  readonly adopted: boolean;
  /** Stops the server and waits for its end, unless another process uses it too: then the last one stops it. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that comes with the packages on a data folder, or adopts the one that runs on it already.
 * It listens on 127.0.0.1 only, on a free port, and is started again on the same port if it dies.
 * @throws EmbeddedPostgresError with a sentence for the operator
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, durable = true } = options;
  const installed = installedBinaries();
  const home = openHome(dataDir, log);
  const binaries = runnableBinaries(installed, home.identity, () => programsFolder(home), log);
  await ensureCluster(home, binaries, durable);
  return new HeldServer(home, binaries, durable, log).open();
}

/**
 * Connection URL of the server that runs on a data folder, undefined if none runs. Starts nothing; waits for one
 * that is starting.
 * @throws EmbeddedPostgresError when there is one that this account may not use
 */
export async function findRunningEmbeddedPostgres(
  dataDir: string,
  log: (message: string) => void = () => undefined,
): Promise<string | undefined> {
  const home = findHome(dataDir);
  const running = home && (await settledPostmaster(home, log));
  return running && urlOf(home, running.port);
}

/** One process's share in a server. */
class HeldServer implements EmbeddedPostgres {
  url = '';
  adopted = false;
  private port = 0;
  private session: ServerSession | undefined;
  private revival: Promise<void> | undefined;
  private stopped: Promise<void> | undefined;

  constructor(
    private readonly home: DatabaseHome,
    private readonly binaries: PlatformBinaries,
    private readonly durable: boolean,
    private readonly log: (message: string) => void,
  ) {}

  async open(): Promise<this> {
    this.adopted = !(await this.hold());
    return this;
  }

  async stop(): Promise<void> {
    this.stopped ??= this.leave();
    return this.stopped;
  }

  private async leave(): Promise<void> {
    await this.revival;
    const alone = (await this.session?.leave()) ?? true;
    if (alone) await stopPostmaster(this.home, this.log);
    else this.log('The database keeps running: another process uses it.');
    await this.session?.end();
  }

  /** Joins the server that runs, or starts one; true when it was started here. */
  private async hold(port?: number): Promise<boolean> {
    let obstacle: unknown = 'another process kept starting and stopping it';
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const running = await settledPostmaster(this.home, this.log);
      const server = running ?? (await this.launch(port ?? (await freePort())));
      try {
        if (server) {
          this.port = server.port;
          this.url = urlOf(this.home, server.port);
          this.session = await ServerSession.open(this.url, () => this.revive());
          return !running;
        }
      } catch (error) {
        if (!isPassingFailure(error)) throw refused(this.home, error);
        obstacle = error;
      }
      await pause(RETRY_MS);
    }
    throw refused(this.home, obstacle);
  }

  private launch(port: number): Promise<PostmasterRecord | undefined> {
    const { home, binaries, durable, log } = this;
    return launchPostmaster(home, binaries, { port, durable, log });
  }

  /** The server crashed or was killed: pools reconnect by themselves once it is back on its port. */
  private revive(): void {
    if (this.stopped) return;
    this.session = undefined;
    this.revival = this.hold(this.port).then(
      (launched) => {
        if (launched) this.log('The database had ended unexpectedly and was started again.');
      },
      (error: unknown) => this.log(`The database ended unexpectedly and does not start: ${reasonOf(error)}`),
    );
  }
}

function urlOf(home: DatabaseHome, port: number): string {
  // No TLS on the machine's own address, whatever PGSSLMODE says.
  return `postgresql://${OWNER}:${readPassword(home)}@127.0.0.1:${port}/${OWNER}?sslmode=disable`;
}

function refused(home: DatabaseHome, error: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL in ${home.folder} does not accept the service (${reasonOf(error)}): look at ${home.logFile}, ${useOwnServer}`,
  );
}
