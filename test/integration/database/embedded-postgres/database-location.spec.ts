import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  findDatabaseLocation,
  openDatabaseLocation,
  type HostEnvironment,
} from '../../../../src/database/embedded-postgres/database-location';
import { startEmbeddedPostgres } from '../../../../src/database/embedded-postgres/embedded-postgres';
import {
  installedBinaries,
  programOf,
  runnableBinaries,
  type PlatformBinaries,
} from '../../../../src/database/embedded-postgres/platform-binaries';
import {
  canEnter,
  requireNamedUser,
  runsAsRoot,
  unprivilegedIdentity,
  runningPostmaster,
} from '../../../../src/database/embedded-postgres/postmaster-record';
import { makeDatabaseFolder, removeDatabaseFolder } from '../../../support/database-folder';
import { withClient } from '../../../support/test-database';

/** Behaviour differs between root and other users; CI runs both. */
const asRoot = runsAsRoot();

describe('location of the embedded database', () => {
  let folder: string;
  const messages: string[] = [];
  const log = (message: string): void => void messages.push(message);

  beforeEach(() => {
    messages.length = 0;
    folder = makeDatabaseFolder();
  });
  afterEach(async () => {
    for (const name of ['closed/data', 'data', '']) {
      if (existsSync(join(folder, 'closed'))) chmodSync(join(folder, 'closed'), 0o755);
      await removeDatabaseFolder(join(folder, name));
    }
  });

  const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, durable: false, log });

  it('below an inaccessible folder: moves for root, stays for other users', async () => {
    const dataDir = join(folder, 'closed/data');
    mkdirSync(dataDir, { recursive: true });
    chmodSync(join(folder, 'closed'), 0o700);
    const first = await start(dataDir);
    const location = findDatabaseLocation(dataDir)!;
    if (asRoot) {
      expect(location.folder).toMatch(/^\/var\/lib\/fieldhouse-[0-9a-f]{8}\/data-[0-9a-f]{8}$/);
      expect(messages.join('\n')).toContain(`The database is in ${location.folder}`);
      expect(statSync(location.cluster).uid).toBe(unprivilegedIdentity().uid);
    } else {
      expect(location.folder).toBe(dataDir);
      expect(messages).toEqual([]);
    }
    await withClient(first.url, (client) => client.query('CREATE TABLE stored AS SELECT 1 AS n'));
    await first.stop();

    // The choice is permanent.
    chmodSync(join(folder, 'closed'), 0o755);
    const second = await start(dataDir);
    expect(findDatabaseLocation(dataDir)).toEqual(location);
    await withClient(second.url, (client) => client.query('SELECT n FROM stored'));
    await second.stop();
  });

  it('runs as an unprivileged user, even if started by root', async () => {
    const database = await start(join(folder, 'data'));
    const { pid } = runningPostmaster(findDatabaseLocation(join(folder, 'data'))!.cluster)!;
    const uid = Number(execFileSync('ps', ['-o', 'uid=', '-p', String(pid)], { encoding: 'utf8' }));
    expect(uid).toBe(asRoot ? unprivilegedIdentity().uid : process.getuid!());
    expect(uid).not.toBe(0);
    await database.stop();
  });

  it('uses a data folder restored from a backup, or reports its owner', async () => {
    const dataDir = join(folder, 'data');
    const first = await start(dataDir);
    await withClient(first.url, (client) => client.query('CREATE TABLE stored AS SELECT 1 AS n'));
    await first.stop();

    const restored = join(folder, 'closed');
    cpSync(findDatabaseLocation(dataDir)!.folder, join(restored, 'data'), { recursive: true });
    if (asRoot && !canEnter(restored, unprivilegedIdentity())) {
      // The checkout itself is inaccessible here, and a database is never moved silently.
      await expect(start(join(restored, 'data'))).rejects.toThrow(/can't enter that folder any more/);
    } else {
      const second = await start(join(restored, 'data'));
      await withClient(second.url, (client) => client.query('SELECT n FROM stored'));
      await second.stop();
    }

    const cluster = join(restored, 'data/cluster');
    if (asRoot) {
      chownSync(cluster, 54321, 54321);
      const ordinary: HostEnvironment = { unprivileged: undefined, systemFolder: folder };
      expect(() => findDatabaseLocation(join(restored, 'data'), ordinary)).toThrow(
        /belongs to user id 54321/,
      );
      chmodSync(restored, 0o700);
      expect(() => findDatabaseLocation(join(restored, 'data'))).toThrow(
        /user id 54321, which can't enter that folder/,
      );
    } else {
      // Only root can create a folder of another user; an own folder is used.
      expect(findDatabaseLocation(join(restored, 'data'))).toMatchObject({ cluster, identity: undefined });
    }
  });

  it('reports an unwritable folder', async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed);
    // Root can write everywhere except below a file.
    if (asRoot) writeFileSync(join(closed, 'file'), '');
    else chmodSync(closed, 0o555);
    await expect(start(join(closed, asRoot ? 'file/data' : 'data'))).rejects.toThrow(
      /folder .* can't be written .*choose another DATA_DIR, or set DATABASE_URL/,
    );
  });

  it('refuses a data folder of another major version', async () => {
    const database = await start(join(folder, 'data'));
    await database.stop();
    writeFileSync(join(findDatabaseLocation(join(folder, 'data'))!.cluster, 'PG_VERSION'), '17\n');
    await expect(start(join(folder, 'data'))).rejects.toThrow(
      /created by PostgreSQL 17, but this release bundles PostgreSQL 18/,
    );
  });

  it('shows the end of the log if the server does not start', async () => {
    const database = await start(join(folder, 'data'));
    await database.stop();
    appendFileSync(
      join(findDatabaseLocation(join(folder, 'data'))!.cluster, 'postgresql.conf'),
      'no_such_setting = 1\n',
    );
    await expect(start(join(folder, 'data'))).rejects.toThrow(
      /did not start\. End of .*postgres\.log:[^]*no_such_setting/,
    );
  });

  it('rotates a long log', async () => {
    const { logFile } = openDatabaseLocation(join(folder, 'data'), log);
    writeFileSync(logFile, 'x'.repeat(1024 * 1024 + 1));
    const database = await start(join(folder, 'data'));
    expect(statSync(logFile).size).toBeLessThan(10_000);
    expect(statSync(`${logFile}.1`).size).toBe(1024 * 1024 + 1);
    await database.stop();
  });

  describe('location', () => {
    /** Root's view: the unprivileged user owns nothing; /var/lib is a test folder. */
    const rootEnvironment = (): HostEnvironment => ({
      unprivileged: { uid: 54321, gid: 54321 },
      systemFolder: join(folder, 'var-lib'),
    });
    const closedData = (): string => {
      mkdirSync(join(folder, 'closed/data'), { recursive: true });
      chmodSync(join(folder, 'closed'), 0o700);
      return join(folder, 'closed/data');
    };

    it('follows a checkout that was moved', () => {
      const location = openDatabaseLocation(closedData(), log, rootEnvironment());
      mkdirSync(location.cluster);
      renameSync(join(folder, 'closed'), join(folder, 'moved'));
      // The owner is this process, root or not.
      const owner = { uid: process.getuid!(), gid: process.getgid!() };
      const moved = openDatabaseLocation(join(folder, 'moved/data'), log, {
        ...rootEnvironment(),
        unprivileged: owner,
      });
      expect(moved.folder).toBe(location.folder);
    });

    it('is not shared with a copy of the checkout', () => {
      const location = openDatabaseLocation(closedData(), log, rootEnvironment());
      mkdirSync(location.cluster);
      cpSync(join(folder, 'closed'), join(folder, 'copy'), { recursive: true });
      chmodSync(join(folder, 'copy'), 0o700);
      const copy = openDatabaseLocation(join(folder, 'copy/data'), log, rootEnvironment());
      expect(copy.folder).not.toBe(location.folder);
      expect(copy.folder.startsWith(join(folder, 'var-lib'))).toBe(true);
    });
  });

  describe('programs', () => {
    /** Copy of the installed package whose modes and links may change. */
    const packageCopy = (): PlatformBinaries => {
      const installed = installedBinaries();
      const copy = join(folder, 'package');
      cpSync(installed.folder, copy, { recursive: true, verbatimSymlinks: true });
      return { ...installed, folder: copy };
    };
    const version = (binaries: PlatformBinaries): string =>
      spawnSync(programOf(binaries, 'initdb'), ['--version'], { encoding: 'utf8', env: {} }).stdout;

    it('get missing library links', () => {
      const binaries = packageCopy();
      const links = join(binaries.folder, 'pg-symlinks.json');
      for (const { target } of JSON.parse(readFileSync(links, 'utf8')))
        rmSync(join(binaries.folder, target.replace(/^native\//, '')));
      const runnable = runnableBinaries(binaries, undefined, () => folder, log);
      expect(runnable.folder).toBe(binaries.folder);
      expect(version(runnable)).toContain(`PostgreSQL) ${binaries.major}`);
    });

    it('are copied once from an inaccessible folder', () => {
      const binaries = packageCopy();
      chmodSync(binaries.folder, 0o700);
      const unprivileged = { uid: 54321, gid: 54321 };
      expect(canEnter(binaries.folder, unprivileged)).toBe(false);
      const copies = join(folder, 'copies');
      const runnable = runnableBinaries(binaries, unprivileged, () => copies, log);
      expect(runnable.folder).toBe(join(copies, `postgresql-${binaries.version}`));
      expect(statSync(runnable.folder).mode & 0o777).toBe(0o755);
      expect(statSync(programOf(runnable, 'postgres')).mode & 0o777).toBe(0o755);
      expect(version(runnable)).toContain(`PostgreSQL) ${binaries.major}`);
      expect(messages).toHaveLength(1);
      expect(runnableBinaries(binaries, unprivileged, () => copies, log)).toEqual(runnable);
      expect(messages).toHaveLength(1);
    });

    it('are missing on a platform without a package, with a hint', () => {
      expect(() => installedBinaries('sunos', 'sparc')).toThrow(/sunos-sparc .*DATABASE_URL/);
    });
  });

  describe('accounts', () => {
    it('explains a user id without a name', () => {
      const unnamed = (): never => {
        throw new Error('uv_os_get_passwd returned ENOENT');
      };
      expect(() => requireNamedUser(unnamed)).toThrow(/has no entry in \/etc\/passwd\. .*DATABASE_URL/);
      expect(() => requireNamedUser()).not.toThrow();
    });

    it('finds the account used instead of root', () => {
      const passwd = join(folder, 'passwd');
      writeFileSync(passwd, 'root:x:0:0::/root:/bin/sh\nnobody:*:-2:-2::/var/empty:/usr/bin/false\n');
      expect(unprivilegedIdentity(passwd)).toEqual({ uid: 4294967294, gid: 4294967294 });
      writeFileSync(passwd, 'root:x:0:0::/root:/bin/sh\n');
      expect(() => unprivilegedIdentity(passwd)).toThrow(/no account "nobody"/);
    });

    it('checks access along a path, including links', () => {
      const unprivileged = { uid: 54321, gid: 54321 };
      mkdirSync(join(folder, 'closed/inner'), { recursive: true });
      symlinkSync(join(folder, 'closed/inner'), join(folder, 'link'));
      const open = canEnter(folder, unprivileged);
      expect(canEnter(join(folder, 'link'), unprivileged)).toBe(open);
      chmodSync(join(folder, 'closed'), 0o700);
      expect(canEnter(join(folder, 'link'), unprivileged)).toBe(false);
      expect(canEnter(join(folder, 'absent'), unprivileged)).toBe(false);
    });
  });
});
