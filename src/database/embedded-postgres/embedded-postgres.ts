import { Client, DatabaseError } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { OWNER, ensureCluster, readPassword } from './cluster';
import {
  type DatabaseLocation,
  findDatabaseLocation,
  openDatabaseLocation,
  programsFolder,
} from './database-location';
import { EmbeddedPostgresError, reasonOf, useOwnServer } from './embedded-postgres.error';
import { installedBinaries, runnableBinaries, type PlatformBinaries } from './platform-binaries';
import { awaitSettledPostmaster, freePort, launchPostmaster, stopPostmaster } from './postmaster';
import type { PostmasterRecord } from './postmaster-record';

/** Advisory lock held by all users of a server: "fieldhou" in ASCII. */
const USAGE_LOCK = 0x6669656c64686f75n;

type RefClient = Client & { ref(): void; unref(): void };

/**
 * Connection that marks this process as a user of a shared server, by a shared advisory lock; a killed process releases it
 * with its connection.
 */
class ServerSession {
  private closing = false;

  private constructor(private readonly client: RefClient) {}

  /**
   * Connects, creating the service's database on a new server, and takes the lock. Fails if the last user stops the server
   * meanwhile.
   * @param onLost called when the connection breaks
   */
  static async open(url: string, onLost: () => void): Promise<ServerSession> {
    const session = new ServerSession(await connectOrCreate(url));
    try {
      await session.client.query('SELECT pg_advisory_lock_shared($1)', [USAGE_LOCK]);
    } catch (error) {
      await session.end();
      throw error;
    }
    session.client.on('error', () => {
      if (session.closing) return;
      session.closing = true;
      onLost();
    });
    // The connection must not keep the event loop alive.
    session.client.unref();
    return session;
  }

  /**
   * Releases the lock. @returns true if there is no other user: the exclusive lock then keeps others from joining until
   * `end`, so that the server can be stopped
   */
  async leave(): Promise<boolean> {
    this.closing = true;
    this.client.ref();
    try {
      await this.client.query('SELECT pg_advisory_unlock_shared($1)', [USAGE_LOCK]);
      const { rows } = await this.client.query<{ alone: boolean }>(
        'SELECT pg_try_advisory_lock($1) AS alone',
        [USAGE_LOCK],
      );
      return rows[0]?.alone === true;
    } catch {
      // Broken connection: assumes no other user, so that no server is left running.
      return true;
    }
  }

  async end(): Promise<void> {
    this.closing = true;
    await this.client.end().catch(() => undefined);
  }
}

/** Whether a connection failed since the server is starting or stopping: worth a retry. */
function isTransientFailure(error: unknown): boolean {
  // 57P01-57P03: shutting down, crashed, starting up. Other errors are of the socket.
  return error instanceof DatabaseError ? (error.code ?? '').startsWith('57P') : error instanceof Error;
}

async function connectOrCreate(url: string): Promise<RefClient> {
  try {
    return await connect(url);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '3D000') throw error;
  }
  const maintenanceUrl = new URL(url);
  maintenanceUrl.pathname = '/postgres';
  const client = await connect(maintenanceUrl.href);
  try {
    await client.query(`CREATE DATABASE ${OWNER}`);
  } catch (error) {
    // 42P04, 23505: created by a concurrent start.
    if (!(error instanceof DatabaseError) || !['42P04', '23505'].includes(error.code ?? '')) throw error;
  } finally {
    await client.end();
  }
  return connect(url);
}

async function connect(url: string): Promise<RefClient> {
  const client = new Client({
    connectionString: url,
    application_name: `${OWNER}-hold`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // Without a listener a broken connection would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client as RefClient;
}

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
