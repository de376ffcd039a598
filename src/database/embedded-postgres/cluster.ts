import { randomBytes } from 'node:crypto';
import { chownSync, closeSync, existsSync, fsyncSync, lchownSync, mkdirSync, openSync } from 'node:fs';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DatabaseHome } from './database-home';
import { EmbeddedPostgresError, reasonOf, useOwnServer } from './embedded-postgres.error';
import { isAlive } from './live-process';
import { programOf, type PlatformBinaries } from './platform-binaries';
import { runProgram } from './program-run';
import { requireNamedUser, type RunIdentity } from './run-identity';

/** Role and database of the service. */
export const OWNER = 'fieldhouse';
/** File inside PostgreSQL's data folder that holds the role's password. */
const PASSWORD_FILE = 'fieldhouse.password';
const UNFINISHED = 'cluster.new-';
/** No initdb takes this long; an older unfinished folder is a leftover even if its process id was reused. */
const UNFINISHED_FOR_MS = 10 * 60_000;

/**
 * Makes the data folder with initdb if it is absent, and checks that these programs can serve it.
 * @throws EmbeddedPostgresError when it is of another major version or can't be made
 */
export async function ensureCluster(
  home: DatabaseHome,
  binaries: PlatformBinaries,
  durable: boolean,
): Promise<void> {
  await discardUnfinished(home);
  const versionFile = join(home.cluster, 'PG_VERSION');
  if (!existsSync(versionFile)) await initialise(home, binaries, durable);

  const version = readFileSync(versionFile, 'utf8').trim();
  if (version !== binaries.major) {
    throw new EmbeddedPostgresError(
      `The database in ${home.cluster} was made by PostgreSQL ${version}, and this release carries PostgreSQL ${binaries.major}: dump it with the release that made it and restore the dump into another DATA_DIR, ${useOwnServer}`,
    );
  }
  if (home.identity && statSync(home.cluster).uid === 0) chownTree(home.cluster, home.identity);
}

/**
 * The password of the service's role.
 * @throws EmbeddedPostgresError when its file is gone or not readable for this user
 */
export function readPassword(home: DatabaseHome): string {
  const file = join(home.cluster, PASSWORD_FILE);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The database's password can't be read from ${file} (${reasonOf(error)}): run this as the user that started the service, or restore that file.`,
    );
  }
}

/** Built beside its place and renamed: an interrupted initdb leaves nothing that looks like a database. */
async function initialise(home: DatabaseHome, binaries: PlatformBinaries, durable: boolean): Promise<void> {
  if (!home.identity) requireNamedUser();
  const unfinished = join(home.folder, `${UNFINISHED}${process.pid}-${randomBytes(4).toString('hex')}`);
  const passwordFile = `${unfinished}.password`;
  try {
    mkdirSync(unfinished, { mode: 0o700 });
    writeFileSync(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
    giveTo(home.identity, unfinished, passwordFile);
    await runProgram(programOf(binaries, 'initdb'), initdbArguments(unfinished, passwordFile, durable), {
      cwd: home.folder,
      identity: home.identity,
    });
    renameSync(passwordFile, join(unfinished, PASSWORD_FILE));
    if (durable) syncToDisk(join(unfinished, PASSWORD_FILE), unfinished);
    putInPlace(unfinished, home);
    if (durable) syncToDisk(home.folder);
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(
      `The database can't be made in ${home.folder} (${reasonOf(error)}): give the service a folder it can write and own, ${useOwnServer}`,
    );
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
  }
}

function initdbArguments(folder: string, passwordFile: string, durable: boolean): string[] {
  const settings = [
    'timezone=UTC',
    'log_timezone=UTC',
    // Refused statements are the service's to report; without them and checkpoints the log stays small.
    'log_min_messages=log',
    'log_checkpoints=off',
  ];
  return [
    `--pgdata=${folder}`,
    '--locale=C',
    '--encoding=UTF8',
    '--auth=scram-sha-256',
    `--username=${OWNER}`,
    `--pwfile=${passwordFile}`,
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
    ...settings.map((setting) => `--set=${setting}`),
  ];
}

/** When two first starts meet, the one that renames first has made the database and the other uses it. */
function putInPlace(unfinished: string, home: DatabaseHome): void {
  try {
    renameSync(unfinished, home.cluster);
  } catch (error) {
    if (existsSync(join(home.cluster, 'PG_VERSION'))) return;
    throw error;
  }
}

async function discardUnfinished(home: DatabaseHome): Promise<void> {
  for (const name of readdirSync(home.folder)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const path = join(home.folder, name);
    const owner = Number.parseInt(name.slice(UNFINISHED.length), 10);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats || (isAlive(owner) && Date.now() - stats.mtimeMs < UNFINISHED_FOR_MS)) continue;
    // The killed service's initdb may still write there, until it misses its files. What is left then can wait.
    await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => undefined);
  }
}

function giveTo(identity: RunIdentity | undefined, ...paths: string[]): void {
  if (!identity) return;
  for (const path of paths) chownSync(path, identity.uid, identity.gid);
}

/** For a data folder that root restored from a backup: the server insists on owning it, closed to others. */
function chownTree(path: string, identity: RunIdentity): void {
  lchownSync(path, identity.uid, identity.gid);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) chownTree(child, identity);
    else lchownSync(child, identity.uid, identity.gid);
  }
}

function syncToDisk(...paths: string[]): void {
  for (const path of paths) {
    const handle = openSync(path, 'r');
    fsyncSync(handle);
    closeSync(handle);
  }
}
