import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
} from 'node:fs';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DatabaseLocation } from './database-location';
import { EmbeddedPostgresError, reasonOf, useOwnServer } from './embedded-postgres.error';
import { programOf, type PlatformBinaries } from './platform-binaries';
import { runProgram } from './program-run';
import { requireNamedUser, type RunIdentity } from './postmaster-record';

/** Name of the service's role and of its database. */
export const OWNER = 'fieldhouse';
/** In PostgreSQL's data folder; holds the role's password. */
const PASSWORD_FILE = 'fieldhouse.password';
const UNFINISHED = 'cluster.new-';
/** Appended, since the initdb of PostgreSQL 15 takes none. Small logs: the service reports failed statements itself. */
const SETTINGS = `timezone = 'UTC'
log_timezone = 'UTC'
log_min_messages = log
log_checkpoints = off
`;
/** Older than any running initdb: stale even if its process id was reused. */
const UNFINISHED_MAX_AGE_MS = 10 * 60_000;

/**
 * Creates the data folder by initdb if it is absent, and checks its major version.
 * @throws EmbeddedPostgresError when the version differs or the folder can't be created
 */
export async function ensureCluster(
  location: DatabaseLocation,
  binaries: PlatformBinaries,
  durable: boolean,
): Promise<void> {
  await discardUnfinished(location);
  const versionFile = join(location.cluster, 'PG_VERSION');
  if (!existsSync(versionFile)) await initialise(location, binaries, durable);

  const version = readFileSync(versionFile, 'utf8').trim();
  if (version !== binaries.major) {
    throw new EmbeddedPostgresError(
      `The database in ${location.cluster} was created by PostgreSQL ${version}, but this release bundles PostgreSQL ${binaries.major}. Back it up with the release that created it and restore the backup into another DATA_DIR, ${useOwnServer}`,
    );
  }
  if (location.identity && statSync(location.cluster).uid === 0)
    chownTree(location.cluster, location.identity);
}

/** Password of the service's role. @throws EmbeddedPostgresError when its file can't be read */
export function readPassword(location: DatabaseLocation): string {
  const file = join(location.cluster, PASSWORD_FILE);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The database password can't be read from ${file} (${reasonOf(error)}). Run the command as the user that started the service, or restore that file.`,
    );
  }
}

/** Runs initdb in a temporary folder and renames it, so that an interrupted one leaves no partial database. */
async function initialise(
  location: DatabaseLocation,
  binaries: PlatformBinaries,
  durable: boolean,
): Promise<void> {
  if (!location.identity) requireNamedUser();
  const unfinished = join(location.folder, `${UNFINISHED}${process.pid}-${randomBytes(4).toString('hex')}`);
  const passwordFile = `${unfinished}.password`;
  try {
    mkdirSync(unfinished, { mode: 0o700 });
    writeFileSync(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
    changeOwner(location.identity, unfinished, passwordFile);
    await runProgram(programOf(binaries, 'initdb'), initdbArguments(unfinished, passwordFile, durable), {
      cwd: location.folder,
      identity: location.identity,
    });
    renameSync(passwordFile, join(unfinished, PASSWORD_FILE));
    const settingsFile = join(unfinished, 'postgresql.conf');
    appendFileSync(settingsFile, SETTINGS);
    if (durable) syncToDisk(settingsFile, join(unfinished, PASSWORD_FILE), unfinished);
    moveIntoPlace(unfinished, location);
    if (durable) syncToDisk(location.folder);
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(
      `The database can't be created in ${location.folder} (${reasonOf(error)}). Use a folder that the service can write and own, ${useOwnServer}`,
    );
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
  }
}

function initdbArguments(folder: string, passwordFile: string, durable: boolean): string[] {
  return [
    `--pgdata=${folder}`,
    '--locale=C',
    '--encoding=UTF8',
    '--auth=scram-sha-256',
    `--username=${OWNER}`,
    `--pwfile=${passwordFile}`,
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
}

/** Race between concurrent first starts: the first rename wins, and the others use its database. */
function moveIntoPlace(unfinished: string, location: DatabaseLocation): void {
  try {
    renameSync(unfinished, location.cluster);
  } catch (error) {
    if (existsSync(join(location.cluster, 'PG_VERSION'))) return;
    throw error;
  }
}

async function discardUnfinished(location: DatabaseLocation): Promise<void> {
  for (const name of readdirSync(location.folder)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const path = join(location.folder, name);
    const owner = Number.parseInt(name.slice(UNFINISHED.length), 10);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats || (isAlive(owner) && Date.now() - stats.mtimeMs < UNFINISHED_MAX_AGE_MS)) continue;
    // The initdb of a killed service may still write there: the next start removes the files.
    await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => undefined);
  }
}

function changeOwner(identity: RunIdentity | undefined, ...paths: string[]): void {
  if (!identity) return;
  for (const path of paths) chownSync(path, identity.uid, identity.gid);
}

/** For a folder restored by root: PostgreSQL requires to own its data folder. */
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

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
