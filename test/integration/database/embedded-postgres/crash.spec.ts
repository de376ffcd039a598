import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  findHome,
  openHome,
  type DatabaseHome,
} from '../../../../src/database/embedded-postgres/database-home';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../../../src/database/embedded-postgres/embedded-postgres';
import { stopPostmaster } from '../../../../src/database/embedded-postgres/postmaster';
import { runningPostmaster } from '../../../../src/database/embedded-postgres/postmaster-record';
import { spawnOptionsFor } from '../../../../src/database/embedded-postgres/run-identity';
import { makeDatabaseFolder, removeDatabaseFolder } from '../../../support/database-folder';
import { eventually } from '../../../support/eventually';
import { withClient } from '../../../support/test-database';
import { ServiceProcess } from './service-process';

/** Resolves when a file of that kind comes into a folder. */
function watchedFor(folder: string, isMeant: (name: string) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(folder, (_event, name) => {
      if (name === null || !isMeant(name)) return;
      watcher.close();
      resolve();
    });
  });
}

describe('embedded database after a crash', () => {
  let dataDir: string;
  let service: ServiceProcess | undefined;

  beforeEach(() => (dataDir = makeDatabaseFolder()));
  afterEach(async () => {
    await service?.kill();
    service = undefined;
    await removeDatabaseFolder(dataDir);
  });

  const start = (): Promise<EmbeddedPostgres> =>
    // Durable: a test server is free to forget its last commits when it is killed.
    startEmbeddedPostgres({ dataDir, log: () => undefined });
  const home = (): DatabaseHome => findHome(dataDir)!;
  const postmaster = (): number | undefined => runningPostmaster(home().cluster)?.pid;

  const write = (url: string, n: number): Promise<unknown> =>
    withClient(url, async (client) => {
      await client.query('CREATE TABLE IF NOT EXISTS kept (n int)');
      await client.query('INSERT INTO kept VALUES ($1)', [n]);
    });
  const read = (url: string): Promise<number[]> =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ n: number }>('SELECT n FROM kept ORDER BY n');
      return rows.map(({ n }) => n);
    });
  const until = async <T>(look: () => T | Promise<T>): Promise<NonNullable<T>> =>
    (await eventually(async () => look(), Boolean)) as NonNullable<T>;

  const killedService = async (): Promise<{ url: string }> => {
    service = new ServiceProcess(dataDir);
    const { url } = await service.next();
    await write(url!, 1);
    await service.kill();
    return { url: url! };
  };

  /** The folder of a database that a killed service was about to make; one that came too far is not meant. */
  const interruptedMaking = async (): Promise<string> => {
    for (;;) {
      const { folder } = openHome(dataDir, () => undefined);
      const begins = watchedFor(folder, (name) => name.startsWith('cluster.new-'));
      service = new ServiceProcess(dataDir);
      await begins;
      await service.killGroup();
      if (!existsSync(join(folder, 'cluster'))) return folder;
      await removeDatabaseFolder(dataDir);
      dataDir = makeDatabaseFolder();
    }
  };

  it('adopts the server that a killed service left running, and stops it in the end', async () => {
    const { url } = await killedService();
    const pid = postmaster();
    expect(pid).toBeDefined();

    const database = await start();
    expect(database).toMatchObject({ adopted: true, url });
    expect(postmaster()).toBe(pid);
    expect(await read(database.url)).toEqual([1]);
    await database.stop();
    expect(postmaster()).toBeUndefined();
  });

  it('ends a server that does not react, and loses nothing', async () => {
    await killedService();
    const pid = postmaster()!;
    process.kill(pid, 'SIGSTOP');
    const words: string[] = [];
    await stopPostmaster(home(), (message) => words.push(message), 300);
    expect(postmaster()).toBeUndefined();
    expect(words).toEqual([
      expect.stringContaining(`${pid} did not end within 0.3 s after SIGINT`),
      expect.stringContaining(`${pid} did not end within 0.3 s after SIGQUIT`),
    ]);
    const database = await start();
    expect(await read(database.url)).toEqual([1]);
    await database.stop();
  });

  it('recovers when service and server were killed', async () => {
    await killedService();
    process.kill(postmaster()!, 'SIGKILL');
    await until(() => postmaster() === undefined);
    expect(existsSync(join(home().cluster, 'postmaster.pid'))).toBe(true);

    const database = await start();
    expect(database.adopted).toBe(false);
    expect(await read(database.url)).toEqual([1]);
    await database.stop();
  });

  it('starts the server again on its port when it was killed under a running service', async () => {
    const database = await start();
    await write(database.url, 1);
    const killed = postmaster()!;
    process.kill(killed, 'SIGKILL');
    await until(async () => {
      const pid = postmaster();
      return pid !== undefined && pid !== killed && read(database.url).catch(() => undefined);
    });
    expect(await read(database.url)).toEqual([1]);
    await database.stop();
    expect(postmaster()).toBeUndefined();
  });

  it('is not misled by a lock file whose process id belongs to another program now', async () => {
    const database = await start();
    await write(database.url, 1);
    const record = readFileSync(join(home().cluster, 'postmaster.pid'), 'utf8');
    await database.stop();

    // Of the server's own account: PostgreSQL itself sees through the others.
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore', ...spawnOptionsFor(home().identity) });
    try {
      writeFileSync(join(home().cluster, 'postmaster.pid'), record.replace(/^\d+/, String(stranger.pid)));
      const again = await start();
      expect(again.adopted).toBe(false);
      expect(await read(again.url)).toEqual([1]);
      await again.stop();
      expect(stranger.exitCode).toBeNull();
    } finally {
      stranger.kill('SIGKILL');
    }
  });

  it('is not misled by a lock file whose process is gone', async () => {
    const database = await start();
    const record = readFileSync(join(home().cluster, 'postmaster.pid'), 'utf8');
    await database.stop();
    writeFileSync(join(home().cluster, 'postmaster.pid'), record);
    const again = await start();
    expect(again.adopted).toBe(false);
    await again.stop();
  });

  it('begins anew when the making of the database was interrupted', async () => {
    const folder = await interruptedMaking();
    expect(readdirSync(folder).filter((name) => name.startsWith('cluster.new-')).length).toBeGreaterThan(0);
    expect(existsSync(join(folder, 'cluster'))).toBe(false);

    const database = await start();
    await write(database.url, 1);
    expect(await read(database.url)).toEqual([1]);
    await database.stop();
    expect(readdirSync(folder).filter((name) => name.startsWith('cluster'))).toEqual(['cluster']);
  });

  it('leaves the unfinished folder of a start that is still going on alone', async () => {
    const going = join(openHome(dataDir, () => undefined).folder, `cluster.new-${process.pid}-12345678`);
    mkdirSync(going);
    const database = await start();
    expect(existsSync(going)).toBe(true);
    await database.stop();
  });
});
