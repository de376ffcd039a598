import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  findDatabaseLocation,
  openDatabaseLocation,
  type DatabaseLocation,
} from '../../../../src/database/embedded-postgres/database-location';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../../../src/database/embedded-postgres/embedded-postgres';
import { stopPostmaster } from '../../../../src/database/embedded-postgres/postmaster';
import {
  runningPostmaster,
  spawnOptionsFor,
} from '../../../../src/database/embedded-postgres/postmaster-record';
import { makeDatabaseFolder, removeDatabaseFolder } from '../../../support/database-folder';
import { eventually } from '../../../support/eventually';
import { withClient } from '../../../support/test-database';
import { DatabaseProcess } from './database-process';

function waitForFile(folder: string, matches: (name: string) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(folder, (_event, name) => {
      if (name === null || !matches(name)) return;
      watcher.close();
      resolve();
    });
  });
}

describe('embedded database after a crash', () => {
  let dataDir: string;
  let service: DatabaseProcess | undefined;

  beforeEach(() => (dataDir = makeDatabaseFolder()));
  afterEach(async () => {
    await service?.kill();
    service = undefined;
    await removeDatabaseFolder(dataDir);
  });

  const start = (): Promise<EmbeddedPostgres> =>
    // Durable: other test servers may lose their last commits when killed.
    startEmbeddedPostgres({ dataDir, log: () => undefined });
  const location = (): DatabaseLocation => findDatabaseLocation(dataDir)!;
  const postmaster = (): number | undefined => runningPostmaster(location().cluster)?.pid;

  const write = (url: string, n: number): Promise<unknown> =>
    withClient(url, async (client) => {
      await client.query('CREATE TABLE IF NOT EXISTS stored (n int)');
      await client.query('INSERT INTO stored VALUES ($1)', [n]);
    });
  const read = (url: string): Promise<number[]> =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ n: number }>('SELECT n FROM stored ORDER BY n');
      return rows.map(({ n }) => n);
    });
  const until = async <T>(poll: () => T | Promise<T>): Promise<NonNullable<T>> =>
    (await eventually(async () => poll(), Boolean)) as NonNullable<T>;

  const killedService = async (): Promise<{ url: string }> => {
    service = new DatabaseProcess(dataDir);
    const { url } = await service.next();
    await write(url!, 1);
    await service.kill();
    return { url: url! };
  };

  /** Folder of a database whose creation was interrupted; retries if it had finished. */
  const interruptCreation = async (): Promise<string> => {
    for (;;) {
      const { folder } = openDatabaseLocation(dataDir, () => undefined);
      const begins = waitForFile(folder, (name) => name.startsWith('cluster.new-'));
      service = new DatabaseProcess(dataDir);
      await begins;
      await service.killGroup();
      if (!existsSync(join(folder, 'cluster'))) return folder;
      await removeDatabaseFolder(dataDir);
      dataDir = makeDatabaseFolder();
    }
  };

  it('adopts the server of a killed service, and stops it at the end', async () => {
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

  it('stops a server that ignores signals, without data loss', async () => {
    await killedService();
    const pid = postmaster()!;
    process.kill(pid, 'SIGSTOP');
    const messages: string[] = [];
    await stopPostmaster(location(), (message) => messages.push(message), 300);
    expect(postmaster()).toBeUndefined();
    expect(messages).toEqual([
      expect.stringContaining(`${pid} did not end within 0.3 s after SIGINT`),
      expect.stringContaining(`${pid} did not end within 0.3 s after SIGQUIT`),
    ]);
    const database = await start();
    expect(await read(database.url)).toEqual([1]);
    await database.stop();
  });

  it('recovers after service and server were killed', async () => {
    await killedService();
    process.kill(postmaster()!, 'SIGKILL');
    await until(() => postmaster() === undefined);
    expect(existsSync(join(location().cluster, 'postmaster.pid'))).toBe(true);

    const database = await start();
    expect(database.adopted).toBe(false);
    expect(await read(database.url)).toEqual([1]);
    await database.stop();
  });

  it('restarts a killed server on the same port while the service runs', async () => {
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

  it('ignores a lock file whose pid belongs to another program', async () => {
    const database = await start();
    await write(database.url, 1);
    const record = readFileSync(join(location().cluster, 'postmaster.pid'), 'utf8');
    await database.stop();

    // Runs as the server's user: PostgreSQL itself detects other users.
    const unrelated = spawn('sleep', ['60'], { stdio: 'ignore', ...spawnOptionsFor(location().identity) });
    try {
      writeFileSync(
        join(location().cluster, 'postmaster.pid'),
        record.replace(/^\d+/, String(unrelated.pid)),
      );
      const restarted = await start();
      expect(restarted.adopted).toBe(false);
      expect(await read(restarted.url)).toEqual([1]);
      await restarted.stop();
      expect(unrelated.exitCode).toBeNull();
    } finally {
      unrelated.kill('SIGKILL');
    }
  });

  it('ignores a lock file whose process has ended', async () => {
    const database = await start();
    const record = readFileSync(join(location().cluster, 'postmaster.pid'), 'utf8');
    await database.stop();
    writeFileSync(join(location().cluster, 'postmaster.pid'), record);
    const restarted = await start();
    expect(restarted.adopted).toBe(false);
    await restarted.stop();
  });

  it('starts over after an interrupted creation', async () => {
    const folder = await interruptCreation();
    expect(readdirSync(folder).filter((name) => name.startsWith('cluster.new-')).length).toBeGreaterThan(0);
    expect(existsSync(join(folder, 'cluster'))).toBe(false);

    const database = await start();
    await write(database.url, 1);
    expect(await read(database.url)).toEqual([1]);
    await database.stop();
    expect(readdirSync(folder).filter((name) => name.startsWith('cluster'))).toEqual(['cluster']);
  });

  it('keeps the unfinished folder of another running start', async () => {
    const inProgress = join(
      openDatabaseLocation(dataDir, () => undefined).folder,
      `cluster.new-${process.pid}-12345678`,
    );
    mkdirSync(inProgress);
    const database = await start();
    expect(existsSync(inProgress)).toBe(true);
    await database.stop();
  });
});
