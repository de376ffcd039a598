import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hash } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError, reasonOf, useOwnServer } from './embedded-postgres.error';
import { canEnter, runsAsRoot, unprivilegedIdentity, type RunIdentity } from './postmaster-record';

export interface DatabaseLocation {
  readonly folder: string;
  readonly cluster: string;
  readonly logFile: string;
  /** Account of the server; undefined: that of this process. */
  readonly identity: RunIdentity | undefined;
}

/** Properties of the host that decide the location; replaced in tests. */
export interface HostEnvironment {
  /** Account that replaces root; undefined unless this process runs as root. */
  readonly unprivileged: RunIdentity | undefined;
  readonly systemFolder: string;
}

/** File in a data folder that holds the path of the fallback location. */
const POINTER = 'database-lives-in';
/** File in the fallback location that holds the path of the data folder. */
const ORIGIN = 'belongs-to';

/**
 * Finds the database of `dataDir`, without side effects; undefined before the first start.
 * @throws EmbeddedPostgresError when this account can't use it
 */
export function findDatabaseLocation(dataDir: string, host = currentHost()): DatabaseLocation | undefined {
  const folder = resolve(dataDir);
  if (containsCluster(folder)) return existingLocation(folder, host);
  const elsewhere = readPointer(folder);
  return elsewhere === undefined ? undefined : existingLocation(elsewhere, host);
}

/**
 * Finds or creates the location of the database of `dataDir`. An existing database is never moved, even if its permissions
 * would now lead to the other location.
 * @throws EmbeddedPostgresError when the folder can't be created or written, or belongs to another account
 */
export function openDatabaseLocation(
  dataDir: string,
  log: (message: string) => void,
  host = currentHost(),
): DatabaseLocation {
  const folder = resolve(dataDir);
  const location = findDatabaseLocation(folder, host) ?? newLocation(folder, host);
  if (location.folder !== folder) {
    log(
      `The database is in ${location.folder}: PostgreSQL does not run as root, and its account can't enter ${folder}.`,
    );
  }
  return location;
}

/** Folder for copies of programs that can't be run from node_modules; created on demand. */
export function programsFolder(location: DatabaseLocation): string {
  if (!location.identity) return location.folder;
  const folder = productFolder(currentHost());
  createWritableFolder(folder);
  return folder;
}

function currentHost(): HostEnvironment {
  return { unprivileged: runsAsRoot() ? unprivilegedIdentity() : undefined, systemFolder: '/var/lib' };
}

function locationIn(folder: string, identity: RunIdentity | undefined): DatabaseLocation {
  return { folder, cluster: join(folder, 'cluster'), logFile: join(folder, 'postgres.log'), identity };
}

function existingLocation(folder: string, { unprivileged }: HostEnvironment): DatabaseLocation {
  const { uid, gid } = statSync(join(folder, 'cluster'));
  if (!unprivileged) {
    if (uid === process.getuid?.()) return locationIn(folder, undefined);
    throw new EmbeddedPostgresError(
      `The database in ${folder} belongs to user id ${uid}. Start the service as that user (or as root if it was before), choose another DATA_DIR, ${useOwnServer}`,
    );
  }
  // A folder restored by root is handed over before the server starts.
  const identity = uid === 0 ? unprivileged : { uid, gid };
  if (!canEnter(folder, identity)) {
    throw new EmbeddedPostgresError(
      `The database in ${folder} runs as user id ${identity.uid}, which can't enter that folder any more. Make its parent folders traversable (chmod o+x), start the service as that user, ${useOwnServer}`,
    );
  }
  return locationIn(folder, identity);
}

function newLocation(folder: string, host: HostEnvironment): DatabaseLocation {
  createWritableFolder(folder);
  const { unprivileged } = host;
  if (!unprivileged || canEnter(folder, unprivileged)) return locationIn(folder, unprivileged);

  const elsewhere = fallbackFolder(folder, host);
  createWritableFolder(dirname(elsewhere));
  createWritableFolder(elsewhere);
  writeFileSync(join(elsewhere, ORIGIN), `${folder}\n`);
  writeFileSync(join(folder, POINTER), `${elsewhere}\n`);
  return containsCluster(elsewhere) ? existingLocation(elsewhere, host) : locationIn(elsewhere, unprivileged);
}

/** Checks the name only: other accounts can't read the folder. */
function containsCluster(folder: string): boolean {
  return existsSync(join(folder, 'cluster'));
}

/** Follows the pointer of a data folder, unless the folder is a copy whose original uses that database. */
function readPointer(folder: string): string | undefined {
  const elsewhere = readLine(join(folder, POINTER));
  if (elsewhere === undefined || !containsCluster(elsewhere)) return undefined;
  const origin = readLine(join(elsewhere, ORIGIN));
  const copied = origin !== undefined && origin !== folder && readLine(join(origin, POINTER)) === elsewhere;
  return copied ? undefined : elsewhere;
}

function readLine(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function fallbackFolder(folder: string, host: HostEnvironment): string {
  return join(productFolder(host), `${basename(folder)}-${shortHash(folder)}`);
}

/** One folder per checkout, so that two on a machine don't share it. */
function productFolder({ systemFolder }: HostEnvironment): string {
  return join(systemFolder, `fieldhouse-${shortHash(checkoutFolder())}`);
}

function checkoutFolder(): string {
  let folder = __dirname;
  while (
    folder !== dirname(folder) &&
    (basename(folder) === 'dist' || !existsSync(join(folder, 'package.json')))
  ) {
    folder = dirname(folder);
  }
  return folder;
}

function shortHash(text: string): string {
  return hash('sha256', text).slice(0, 8);
}

function createWritableFolder(folder: string): void {
  try {
    if (!existsSync(folder)) {
      mkdirSync(folder, { recursive: true });
      // Regardless of the umask, the server's account must be able to enter; the data itself is closed to others.
      chmodSync(folder, 0o755);
    }
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The database folder ${folder} can't be written (${reasonOf(error)}). Grant this user write access, choose another DATA_DIR, ${useOwnServer}`,
    );
  }
}
