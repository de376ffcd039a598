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
import {
  findDatabaseLocation,
  programsFolder,
} from '../../../../src/database/embedded-postgres/database-location';
import {
  installedBinaries,
  runnableBinaries,
} from '../../../../src/database/embedded-postgres/platform-binaries';
import { launchPostmaster } from '../../../../src/database/embedded-postgres/postmaster';
import { makeDatabaseFolder, removeDatabaseFolder } from '../../../support/database-folder';
import { withClient } from '../../../support/test-database';
import { DatabaseProcess } from './database-process';

describe('embedded database', () => {
  let dataDir: string;
  const services: DatabaseProcess[] = [];

  beforeEach(() => (dataDir = join(makeDatabaseFolder(), 'a folder with spaces')));
  afterEach(async () => {
    await Promise.all(services.splice(0).map((service) => service.kill()));
    await removeDatabaseFolder(dataDir);
    await removeDatabaseFolder(join(dataDir, '..'));
  });

  const start = (log: (message: string) => void = () => undefined): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir, durable: false, log });
  const isRunning = (): boolean => runningPostmaster(findDatabaseLocation(dataDir)!.cluster) !== undefined;

  it('starts on a new folder and listens on the loopback address only', async () => {
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

  it('syncs to disk by default', async () => {
    const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    await withClient(database.url, async (client) => {
      const { rows } = await client.query<{ fsync: string; commit: string }>(
        `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit`,
      );
      expect(rows[0]).toEqual({ fsync: 'on', commit: 'on' });
    });
    await database.stop();
  });

  it('hides the password from other users and requires it', async () => {
    const database = await start();
    const cluster = findDatabaseLocation(dataDir)!.cluster;
    expect(statSync(join(cluster, 'fieldhouse.password')).mode & 0o777).toBe(0o600);
    expect(statSync(cluster).mode & 0o777).toBe(0o700);
    const guessed = new URL(database.url);
    guessed.password = 'guessed';
    await expect(withClient(guessed.href, async () => undefined)).rejects.toMatchObject({ code: '28P01' });
    await database.stop();
  });

  it('keeps its rows across a restart without recovery', async () => {
    const first = await start();
    await withClient(first.url, (client) => client.query('CREATE TABLE stored AS SELECT 7 AS n'));
    await first.stop();
    expect(isRunning()).toBe(false);

    const second = await start();
    await withClient(second.url, async (client) => {
      expect((await client.query('SELECT n FROM stored')).rows).toEqual([{ n: 7 }]);
    });
    await second.stop();
    const log = readFileSync(findDatabaseLocation(dataDir)!.logFile, 'utf8');
    expect(log.match(/database system was shut down/g)).toHaveLength(2);
    expect(log).not.toMatch(/interrupted|automatic recovery/);
  });

  it('stops only once', async () => {
    const database = await start();
    await Promise.all([database.stop(), database.stop()]);
    await database.stop();
    expect(isRunning()).toBe(false);
  });

  it('fails when another program takes the port, so that the start can choose another', async () => {
    await (await start()).stop();
    const location = findDatabaseLocation(dataDir)!;
    const binaries = runnableBinaries(
      installedBinaries(),
      location.identity,
      () => programsFolder(location),
      () => undefined,
    );
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as AddressInfo;
    const launch = { port, durable: false, log: () => undefined };
    expect(await launchPostmaster(location, binaries, launch)).toBeUndefined();
    blocker.close();
    await once(blocker, 'close');
    expect(await launchPostmaster(location, binaries, launch)).toMatchObject({ port, state: 'ready' });
  });

  it('is found by its folder only while it runs', async () => {
    expect(await findRunningEmbeddedPostgres(dataDir)).toBeUndefined();
    const database = await start();
    expect(await findRunningEmbeddedPostgres(dataDir)).toBe(database.url);
    await database.stop();
    expect(await findRunningEmbeddedPostgres(dataDir)).toBeUndefined();
  });

  it('is shared by processes that start it concurrently, and stopped by the last', async () => {
    services.push(new DatabaseProcess(dataDir), new DatabaseProcess(dataDir));
    const [here, second, ...others] = await Promise.all([
      start(),
      start(),
      ...services.map((service) => service.next()),
    ]);
    const urls = new Set([here.url, second.url, ...others.map(({ url }) => url)]);
    expect(urls.size).toBe(1);
    expect([here, second, ...others].filter(({ adopted }) => adopted === false)).toHaveLength(1);
    expect(
      readdirSync(findDatabaseLocation(dataDir)!.folder).filter((name) => name.startsWith('cluster')),
    ).toEqual(['cluster']);

    await Promise.all([here.stop(), second.stop()]);
    expect(isRunning()).toBe(true);
    for (const service of services) service.interrupt();
    for (const service of services) expect(await service.next()).toEqual({ event: 'stopped' });
    expect(isRunning()).toBe(false);
  });

  it('does not receive Ctrl-C with the service, so that requests can finish', async () => {
    const service = new DatabaseProcess(dataDir);
    services.push(service);
    expect(await service.next()).toMatchObject({ event: 'started' });
    // The service runs one more statement before it stops the database; a failure would print no event.
    service.interrupt();
    expect(await service.next()).toEqual({ event: 'stopped' });
    expect(isRunning()).toBe(false);
  });
});
