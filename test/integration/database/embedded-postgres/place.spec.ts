import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  findHome,
  openHome,
  type Surroundings,
} from '../../../../src/database/embedded-postgres/database-home';
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
} from '../../../../src/database/embedded-postgres/run-identity';
import { runningPostmaster } from '../../../../src/database/embedded-postgres/postmaster-record';
import { makeDatabaseFolder, removeDatabaseFolder } from '../../../support/database-folder';
import { withClient } from '../../../support/test-database';

/**
 * What holds for root and for an ordinary user differs here. Every case checks what its user must see; both are
 * run by the continuous integration.
 */
const asRoot = runsAsRoot();

describe('place of the embedded database', () => {
  let folder: string;
  const words: string[] = [];
  const log = (message: string): void => void words.push(message);

  beforeEach(() => {
    words.length = 0;
    folder = makeDatabaseFolder();
  });
  afterEach(async () => {
    for (const name of ['closed/data', 'data', '']) {
      if (existsSync(join(folder, 'closed'))) chmodSync(join(folder, 'closed'), 0o755);
      await removeDatabaseFolder(join(folder, name));
    }
  });

  const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, durable: false, log });

  it('below a folder that others can not enter: moves for root, stays for an ordinary user', async () => {
    const dataDir = join(folder, 'closed/data');
    mkdirSync(dataDir, { recursive: true });
    chmodSync(join(folder, 'closed'), 0o700);
    const first = await start(dataDir);
    const home = findHome(dataDir)!;
    if (asRoot) {
      expect(home.folder).toMatch(/^\/var\/lib\/fieldhouse-[0-9a-f]{8}\/data-[0-9a-f]{8}$/);
      expect(words.join('\n')).toContain(`The database lives in ${home.folder}`);
      expect(statSync(home.cluster).uid).toBe(unprivilegedIdentity().uid);
    } else {
      expect(home.folder).toBe(dataDir);
      expect(words).toEqual([]);
    }
    await withClient(first.url, (client) => client.query('CREATE TABLE kept AS SELECT 1 AS n'));
    await first.stop();

    // The choice stays when the reason for it is gone.
    chmodSync(join(folder, 'closed'), 0o755);
    const second = await start(dataDir);
    expect(findHome(dataDir)).toEqual(home);
    await withClient(second.url, (client) => client.query('SELECT n FROM kept'));
    await second.stop();
  });

  it('runs as an account without rights, whoever starts it', async () => {
    const database = await start(join(folder, 'data'));
    const { pid } = runningPostmaster(findHome(join(folder, 'data'))!.cluster)!;
    const uid = Number(execFileSync('ps', ['-o', 'uid=', '-p', String(pid)], { encoding: 'utf8' }));
    expect(uid).toBe(asRoot ? unprivilegedIdentity().uid : process.getuid!());
    expect(uid).not.toBe(0);
    await database.stop();
  });

  it('uses a data folder that was restored from a backup, or says whose it is', async () => {
    const dataDir = join(folder, 'data');
    const first = await start(dataDir);
    await withClient(first.url, (client) => client.query('CREATE TABLE kept AS SELECT 1 AS n'));
    await first.stop();

    const restored = join(folder, 'closed');
    cpSync(findHome(dataDir)!.folder, join(restored, 'data'), { recursive: true });
    if (asRoot && !canEnter(restored, unprivilegedIdentity())) {
      // The checkout itself is out of reach here, and a database is never moved silently.
      await expect(start(join(restored, 'data'))).rejects.toThrow(/can't enter that folder any more/);
    } else {
      const second = await start(join(restored, 'data'));
      await withClient(second.url, (client) => client.query('SELECT n FROM kept'));
      await second.stop();
    }

    const cluster = join(restored, 'data/cluster');
    if (asRoot) {
      chownSync(cluster, 54321, 54321);
      const ordinary: Surroundings = { standIn: undefined, systemFolder: folder };
      expect(() => findHome(join(restored, 'data'), ordinary)).toThrow(/belongs to user id 54321/);
      chmodSync(restored, 0o700);
      expect(() => findHome(join(restored, 'data'))).toThrow(/user id 54321, which can't enter that folder/);
    } else {
      // An ordinary user can't make a folder of someone else's; its own is used as it is.
      expect(findHome(join(restored, 'data'))).toMatchObject({ cluster, identity: undefined });
    }
  });

  it('says in a sentence that the folder can not be written', async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed);
    // Root may write everywhere but below a file.
    if (asRoot) writeFileSync(join(closed, 'file'), '');
    else chmodSync(closed, 0o555);
    await expect(start(join(closed, asRoot ? 'file/data' : 'data'))).rejects.toThrow(
      /folder .* can't be written .*choose another DATA_DIR, or set DATABASE_URL/,
    );
  });

  it('refuses a data folder of another major version', async () => {
    const database = await start(join(folder, 'data'));
    await database.stop();
    writeFileSync(join(findHome(join(folder, 'data'))!.cluster, 'PG_VERSION'), '17\n');
    await expect(start(join(folder, 'data'))).rejects.toThrow(
      /made by PostgreSQL 17, and this release carries PostgreSQL 18/,
    );
  });

  it('shows the end of the log when the server does not start', async () => {
    const database = await start(join(folder, 'data'));
    await database.stop();
    appendFileSync(join(findHome(join(folder, 'data'))!.cluster, 'postgresql.conf'), 'no_such_setting = 1\n');
    await expect(start(join(folder, 'data'))).rejects.toThrow(
      /did not start; the end of .*postgres\.log says:[^]*no_such_setting/,
    );
  });

  it('puts a long log aside', async () => {
    const { logFile } = openHome(join(folder, 'data'), log);
    writeFileSync(logFile, 'x'.repeat(1024 * 1024 + 1));
    const database = await start(join(folder, 'data'));
    expect(statSync(logFile).size).toBeLessThan(10_000);
    expect(statSync(`${logFile}.1`).size).toBe(1024 * 1024 + 1);
    await database.stop();
  });

  describe('home', () => {
    /** As root would see it: the stand-in owns nothing, and /var/lib is a folder of the test. */
    const surroundings = (): Surroundings => ({
      standIn: { uid: 54321, gid: 54321 },
      systemFolder: join(folder, 'var-lib'),
    });
    const closedData = (): string => {
      mkdirSync(join(folder, 'closed/data'), { recursive: true });
      chmodSync(join(folder, 'closed'), 0o700);
      return join(folder, 'closed/data');
    };

    it('stays with a checkout that was moved', () => {
      const home = openHome(closedData(), log, surroundings());
      mkdirSync(home.cluster);
      renameSync(join(folder, 'closed'), join(folder, 'moved'));
      // Its owner is this process, which can enter what it made, be it root or not.
      const owner = { uid: process.getuid!(), gid: process.getgid!() };
      const moved = openHome(join(folder, 'moved/data'), log, { ...surroundings(), standIn: owner });
      expect(moved.folder).toBe(home.folder);
    });

    it('does not go with a copy of a checkout whose original still uses it', () => {
      const home = openHome(closedData(), log, surroundings());
      mkdirSync(home.cluster);
      cpSync(join(folder, 'closed'), join(folder, 'copy'), { recursive: true });
      chmodSync(join(folder, 'copy'), 0o700);
      const copy = openHome(join(folder, 'copy/data'), log, surroundings());
      expect(copy.folder).not.toBe(home.folder);
      expect(copy.folder.startsWith(join(folder, 'var-lib'))).toBe(true);
    });
  });

  describe('programs', () => {
    /** A copy of the installed package whose modes and links the test may change. */
    const packageCopy = (): PlatformBinaries => {
      const installed = installedBinaries();
      const copy = join(folder, 'package');
      cpSync(installed.folder, copy, { recursive: true, verbatimSymlinks: true });
      return { ...installed, folder: copy };
    };
    const version = (binaries: PlatformBinaries): string =>
      spawnSync(programOf(binaries, 'initdb'), ['--version'], { encoding: 'utf8', env: {} }).stdout;

    it('get their library links when the install left them out', () => {
      const binaries = packageCopy();
      const links = join(binaries.folder, 'pg-symlinks.json');
      for (const { target } of JSON.parse(readFileSync(links, 'utf8')))
        rmSync(join(binaries.folder, target.replace(/^native\//, '')));
      const runnable = runnableBinaries(binaries, undefined, () => folder, log);
      expect(runnable.folder).toBe(binaries.folder);
      expect(version(runnable)).toContain(`PostgreSQL) ${binaries.major}`);
    });

    it('are copied, once, out of a folder that their user can not enter', () => {
      const binaries = packageCopy();
      chmodSync(binaries.folder, 0o700);
      const nobody = { uid: 54321, gid: 54321 };
      expect(canEnter(binaries.folder, nobody)).toBe(false);
      const copies = join(folder, 'copies');
      const runnable = runnableBinaries(binaries, nobody, () => copies, log);
      expect(runnable.folder).toBe(join(copies, `postgresql-${binaries.version}`));
      expect(statSync(runnable.folder).mode & 0o777).toBe(0o755);
      expect(statSync(programOf(runnable, 'postgres')).mode & 0o777).toBe(0o755);
      expect(version(runnable)).toContain(`PostgreSQL) ${binaries.major}`);
      expect(words).toHaveLength(1);
      expect(runnableBinaries(binaries, nobody, () => copies, log)).toEqual(runnable);
      expect(words).toHaveLength(1);
    });

    it('are missing on a platform without a package, and the message says what to do', () => {
      expect(() => installedBinaries('sunos', 'sparc')).toThrow(/sunos-sparc .*DATABASE_URL/);
    });
  });

  describe('accounts', () => {
    it('explains a user id without a name', () => {
      const unnamed = (): never => {
        throw new Error('uv_os_get_passwd returned ENOENT');
      };
      expect(() => requireNamedUser(unnamed)).toThrow(/has no entry in \/etc\/passwd: .*DATABASE_URL/);
      expect(() => requireNamedUser()).not.toThrow();
    });

    it('finds the account that stands in for root', () => {
      const passwd = join(folder, 'passwd');
      writeFileSync(passwd, 'root:x:0:0::/root:/bin/sh\nnobody:*:-2:-2::/var/empty:/usr/bin/false\n');
      expect(unprivilegedIdentity(passwd)).toEqual({ uid: 4294967294, gid: 4294967294 });
      writeFileSync(passwd, 'root:x:0:0::/root:/bin/sh\n');
      expect(() => unprivilegedIdentity(passwd)).toThrow(/no account "nobody"/);
    });

    it('judges the way to a folder, links included', () => {
      const stranger = { uid: 54321, gid: 54321 };
      mkdirSync(join(folder, 'closed/inner'), { recursive: true });
      symlinkSync(join(folder, 'closed/inner'), join(folder, 'link'));
      const open = canEnter(folder, stranger);
      expect(canEnter(join(folder, 'link'), stranger)).toBe(open);
      chmodSync(join(folder, 'closed'), 0o700);
      expect(canEnter(join(folder, 'link'), stranger)).toBe(false);
      expect(canEnter(join(folder, 'absent'), stranger)).toBe(false);
    });
  });
});
