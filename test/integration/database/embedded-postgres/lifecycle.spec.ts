import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  findRunningEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../../../src/database/embedded-postgres/embedded-postgres';
import { runningPostmaster } from '../../../../src/database/embedded-postgres/postmaster-record';
import { findHome, programsFolder } from '../../../../src/database/embedded-postgres/database-home';
import {
  installedBinaries,
  runnableBinaries,
} from '../../../../src/database/embedded-postgres/platform-binaries';
import { launchPostmaster } from '../../../../src/database/embedded-postgres/postmaster';
import { makeDatabaseFolder, removeDatabaseFolder } from '../../../support/database-folder';
import { withClient } from '../../../support/test-database';
import { ServiceProcess } from './service-process';

describe('embedded database', () => {
  let dataDir: string;
  const services: ServiceProcess[] = [];

  beforeEach(() => (dataDir = join(makeDatabaseFolder(), 'a folder with spaces')));
  afterEach(async () => {
    await Promise.all(services.splice(0).map((service) => service.kill()));
    await removeDatabaseFolder(dataDir);
    await removeDatabaseFolder(join(dataDir, '..'));
  });

  const start = (log: (message: string) => void = () => undefined): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir, durable: false, log });
  const isRunning = (): boolean => runningPostmaster(findHome(dataDir)!.cluster) !== undefined;

  it('starts on an absent folder and takes connections on the local address alone', async () => {
    const database = await start();
    expect(database.adopted).toBe(false);
    await withClient(database.url, async (client) => {
      const { rows } = await client.query<Record<string, string>>(
        `SELECT current_database() AS database, current_user AS role, current_setting('listen_addresses') AS addresses,
                current_setting('unix_socket_directories') AS sockets, current_setting('server_encoding') AS encoding,
                current_setting('lc_collate', true) AS collate, current_setting('max_connections') AS connections`,
      );
      expect(rows[0]).toMatchObject({
        database: 'fieldhouse',
        role: 'fieldhouse',
        addresses: '127.0.0.1',
        sockets: '',
        encoding: 'UTF8',
        connections: '100',
      });
    });
    await database.stop();
  });

  it('syncs to the disk unless told otherwise', async () => {
    const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    await withClient(database.url, async (client) => {
      const { rows } = await client.query<{ fsync: string; commit: string }>(
        `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit`,
      );
      expect(rows[0]).toEqual({ fsync: 'on', commit: 'on' });
    });
    await database.stop();
  });

  it('keeps the password from other users and asks for it', async () => {
    const database = await start();
    const cluster = findHome(dataDir)!.cluster;
    expect(statSync(join(cluster, 'fieldhouse.password')).mode & 0o777).toBe(0o600);
    expect(statSync(cluster).mode & 0o777).toBe(0o700);
    const guessed = new URL(database.url);
    guessed.password = 'guessed';
    await expect(withClient(guessed.href, async () => undefined)).rejects.toMatchObject({ code: '28P01' });
    await database.stop();
  });

  it('keeps its rows over a stop, and has nothing to recover when it is back', async () => {
    const first = await start();
    await withClient(first.url, (client) => client.query('CREATE TABLE kept AS SELECT 7 AS n'));
    await first.stop();
    expect(isRunning()).toBe(false);

    const second = await start();
    await withClient(second.url, async (client) => {
      expect((await client.query('SELECT n FROM kept')).rows).toEqual([{ n: 7 }]);
    });
    await second.stop();
    const log = readFileSync(findHome(dataDir)!.logFile, 'utf8');
    expect(log.match(/database system was shut down/g)).toHaveLength(2);
    expect(log).not.toMatch(/interrupted|automatic recovery/);
  });

  it('stops once, however often it is asked', async () => {
    const database = await start();
    await Promise.all([database.stop(), database.stop()]);
    await database.stop();
    expect(isRunning()).toBe(false);
  });

  it('gives way when another program takes the port first, so that the start can choose a new one', async () => {
    await (await start()).stop();
    const home = findHome(dataDir)!;
    const binaries = runnableBinaries(
      installedBinaries(),
      home.identity,
      () => programsFolder(home),
      () => undefined,
    );
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as AddressInfo;
    const launch = { port, durable: false, log: () => undefined };
    expect(await launchPostmaster(home, binaries, launch)).toBeUndefined();
    blocker.close();
    await once(blocker, 'close');
    expect(await launchPostmaster(home, binaries, launch)).toMatchObject({ port, state: 'ready' });
  });

  it('is found by its folder while it runs, and only then', async () => {
    expect(await findRunningEmbeddedPostgres(dataDir)).toBeUndefined();
    const database = await start();
    expect(await findRunningEmbeddedPostgres(dataDir)).toBe(database.url);
    await database.stop();
    expect(await findRunningEmbeddedPostgres(dataDir)).toBeUndefined();
  });

  it('is shared by the processes that start it at the same time, and stopped by the last of them', async () => {
    services.push(new ServiceProcess(dataDir), new ServiceProcess(dataDir));
    const [here, again, ...others] = await Promise.all([
      start(),
      start(),
      ...services.map((service) => service.next()),
    ]);
    const urls = new Set([here.url, again.url, ...others.map(({ url }) => url)]);
    expect(urls.size).toBe(1);
    expect([here, again, ...others].filter(({ adopted }) => adopted === false)).toHaveLength(1);
    expect(readdirSync(findHome(dataDir)!.folder).filter((name) => name.startsWith('cluster'))).toEqual([
      'cluster',
    ]);

    await Promise.all([here.stop(), again.stop()]);
    expect(isRunning()).toBe(true);
    for (const service of services) service.interrupt();
    for (const service of services) expect(await service.next()).toEqual({ event: 'stopped' });
    expect(isRunning()).toBe(false);
  });

  it('does not get the Ctrl-C that the service gets, so that requests can end first', async () => {
    const service = new ServiceProcess(dataDir);
    services.push(service);
    expect(await service.next()).toMatchObject({ event: 'started' });
    // The service runs one more statement before it stops the database; without it there is no such word.
    service.interrupt();
    expect(await service.next()).toEqual({ event: 'stopped' });
    expect(isRunning()).toBe(false);
  });
});
