import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureCluster, OWNER, readPassword } from '../../src/database/embedded-postgres/cluster';
import {
  type DatabaseLocation,
  openDatabaseLocation,
  programsFolder,
} from '../../src/database/embedded-postgres/database-location';
import {
  installedBinaries,
  type PlatformBinaries,
  runnableBinaries,
} from '../../src/database/embedded-postgres/platform-binaries';
import { freePort, launchPostmaster } from '../../src/database/embedded-postgres/postmaster';
import { runningPostmaster } from '../../src/database/embedded-postgres/postmaster-record';
import { makeDatabaseFolder, removeDatabaseFolder } from './database-folder';
import { childrenOf, signal } from './disposable-postgres';
import { eventually } from './eventually';
import { withClient } from './test-database';

const quiet = (): void => undefined;

interface Server {
  readonly folder: string;
  readonly location: DatabaseLocation;
  readonly port: number;
}

/** A primary and a standby that follows it by streaming replication. No supervisor restarts them. */
export class ReplicatedPostgres {
  private constructor(
    private readonly primary: Server,
    private readonly standby: Server,
    private readonly binaries: PlatformBinaries,
  ) {}

  /** @param isSynchronous commits wait until the standby has them on disk */
  static async start({ isSynchronous }: { isSynchronous: boolean }): Promise<ReplicatedPostgres> {
    const [primary, standby] = [await makeServer(), await makeServer()];
    const { location } = primary;
    const binaries = runnableBinaries(
      installedBinaries(),
      location.identity,
      () => programsFolder(location),
      quiet,
    );
    await ensureCluster(location, binaries, true);
    // The server has not run: a copy of its files is a base backup.
    execFileSync('cp', ['-a', location.cluster, standby.location.cluster]);
    execFileSync('cp', [
      '-a',
      join(location.cluster, 'PG_VERSION'),
      join(standby.location.cluster, 'standby.signal'),
    ]);
    configure(
      standby,
      `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=${OWNER} password=${readPassword(location)} application_name=standby'`,
    );
    configure(primary, `wal_keep_size = '256MB'`);
    const pair = new ReplicatedPostgres(primary, standby, binaries);
    await pair.launch(primary);
    await pair.launch(standby);
    await withClient(pair.urlOf(primary, 'postgres'), async (client) => {
      await client.query(`CREATE DATABASE ${OWNER}`);
      if (!isSynchronous) return;
      await client.query(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
      await client.query('SELECT pg_reload_conf()');
    });
    await pair.waitUntilReplicated();
    return pair;
  }

  /** Both servers, the primary first. */
  get url(): string {
    const { host } = new URL(this.standbyUrl);
    return this.primaryUrl.replace(/(@[^/]+)/, `$1,${host}`).replace(/$/, '&target_session_attrs=read-write');
  }

  get primaryUrl(): string {
    return this.urlOf(this.primary);
  }

  get standbyUrl(): string {
    return this.urlOf(this.standby);
  }

  /** Waits until the standby accepts connections and has replayed all that the primary has written. */
  async waitUntilReplicated(): Promise<void> {
    const { rows } = await withClient(this.primaryUrl, (client) =>
      client.query<{ position: string }>('SELECT pg_current_wal_lsn()::text AS position'),
    );
    const hasReplayed = (): Promise<boolean> =>
      withClient(this.standbyUrl, (client) =>
        client.query<{ done: boolean }>('SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS done', [
          rows[0]!.position,
        ]),
      ).then(
        (found) => found.rows[0]?.done === true,
        () => false,
      );
    await eventually(hasReplayed, (done) => done);
  }

  /** Sends SIGKILL to the server and all its processes, as the loss of its machine would. */
  killPrimary(): void {
    kill(this.primary);
  }

  killStandby(): void {
    kill(this.standby);
  }

  async startStandby(): Promise<void> {
    await this.launch(this.standby);
  }

  async promote(): Promise<void> {
    await withClient(this.standbyUrl, (client) => client.query('SELECT pg_promote()'));
  }

  /** Runs a statement on the standby, such as one that pauses the replay. */
  async onStandby(sql: string): Promise<void> {
    await withClient(this.standbyUrl, (client) => client.query(sql));
  }

  async stop(): Promise<void> {
    await removeDatabaseFolder(this.standby.folder);
    await removeDatabaseFolder(this.primary.folder);
  }

  private async launch({ location, port }: Server): Promise<void> {
    await launchPostmaster(location, this.binaries, { port, durable: true, log: quiet });
  }

  private urlOf({ port }: Server, database = OWNER): string {
    return `postgresql://${OWNER}:${readPassword(this.primary.location)}@127.0.0.1:${port}/${database}?sslmode=disable`;
  }
}

async function makeServer(): Promise<Server> {
  const folder = makeDatabaseFolder();
  return { folder, location: openDatabaseLocation(folder, quiet), port: await freePort() };
}

function configure({ location }: Server, line: string): void {
  appendFileSync(join(location.cluster, 'postgresql.auto.conf'), `${line}\n`);
}

function kill({ location }: Server): void {
  const pid = runningPostmaster(location.cluster)?.pid;
  if (pid === undefined) return;
  for (const each of [pid, ...childrenOf(pid)]) signal(each, 'SIGKILL');
}
