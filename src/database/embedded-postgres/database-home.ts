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
import { createHash } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError, reasonOf, useOwnServer } from './embedded-postgres.error';
import { canEnter, runsAsRoot, unprivilegedIdentity, type RunIdentity } from './run-identity';

/** Where one embedded database lives and as whom it runs. */
export interface DatabaseHome {
  readonly folder: string;
  /** PostgreSQL's own data folder. */
  readonly cluster: string;
  /** What the server writes to its standard output and error. */
  readonly logFile: string;
  /** The account the server runs as, undefined for this process's own. */
  readonly identity: RunIdentity | undefined;
}

/** What decides about the place, replaceable so that it can be tried out. */
export interface Surroundings {
  /** Who stands in for root; undefined when this process is an ordinary user. */
  readonly standIn: RunIdentity | undefined;
  /** Where a database moves that the stand-in could not reach in its own folder. */
  readonly systemFolder: string;
}

/** Written into a data folder whose database had to move; holds the other folder's path. */
const POINTER = 'database-lives-in';
/** Its counterpart in the other folder: the data folder that it stands in for. */
const ORIGIN = 'belongs-to';

/**
 * The home of the database of `dataDir` if there is one, undefined before the first start. Changes nothing.
 * @throws EmbeddedPostgresError when the database is there, but not for this account
 */
export function findHome(dataDir: string, surroundings = currentSurroundings()): DatabaseHome | undefined {
  const folder = resolve(dataDir);
  if (holdsCluster(folder)) return existingHome(folder, surroundings);
  const elsewhere = readPointer(folder);
  return elsewhere === undefined ? undefined : existingHome(elsewhere, surroundings);
}

/**
 * The home of the database of `dataDir`, made if absent. The choice stays: a database found in either place is
 * used where it is, even if today's permissions would lead to the other one.
 * @throws EmbeddedPostgresError when the folder can't be made or written, or belongs to another account
 */
export function openHome(
  dataDir: string,
  log: (message: string) => void,
  surroundings = currentSurroundings(),
): DatabaseHome {
  const folder = resolve(dataDir);
  const home = findHome(folder, surroundings) ?? newHome(folder, surroundings);
  if (home.folder !== folder) {
    log(
      `The database lives in ${home.folder}: PostgreSQL does not run as root, and its account can't enter ${folder}.`,
    );
  }
  return home;
}

/** The folder, made on demand, for copies of programs that can't be run where npm put them. */
export function programsFolder(home: DatabaseHome, surroundings = currentSurroundings()): string {
  if (!home.identity) return home.folder;
  const folder = productFolder(surroundings);
  makeWritableFolder(folder);
  return folder;
}

function currentSurroundings(): Surroundings {
  return { standIn: runsAsRoot() ? unprivilegedIdentity() : undefined, systemFolder: '/var/lib' };
}

function homeIn(folder: string, identity: RunIdentity | undefined): DatabaseHome {
  return { folder, cluster: join(folder, 'cluster'), logFile: join(folder, 'postgres.log'), identity };
}

function existingHome(folder: string, { standIn }: Surroundings): DatabaseHome {
  const { uid, gid } = statSync(join(folder, 'cluster'));
  if (!standIn) {
    if (uid === process.getuid?.()) return homeIn(folder, undefined);
    throw new EmbeddedPostgresError(
      `The database in ${folder} belongs to user id ${uid}: start the service as that user (or as root if it was started so before), choose another DATA_DIR, ${useOwnServer}`,
    );
  }
  // A folder restored by root belongs to root; it is handed to the stand-in before the server starts.
  const identity = uid === 0 ? standIn : { uid, gid };
  if (!canEnter(folder, identity)) {
    throw new EmbeddedPostgresError(
      `The database in ${folder} runs as user id ${identity.uid}, which can't enter that folder any more: give everyone the right to pass through the folders above it (chmod o+x), start the service as that user, ${useOwnServer}`,
    );
  }
  return homeIn(folder, identity);
}

function newHome(folder: string, surroundings: Surroundings): DatabaseHome {
  makeWritableFolder(folder);
  const { standIn } = surroundings;
  if (!standIn || canEnter(folder, standIn)) return homeIn(folder, standIn);

  const elsewhere = fallbackFolder(folder, surroundings);
  makeWritableFolder(dirname(elsewhere));
  makeWritableFolder(elsewhere);
  writeFileSync(join(elsewhere, ORIGIN), `${folder}\n`);
  writeFileSync(join(folder, POINTER), `${elsewhere}\n`);
  return holdsCluster(elsewhere) ? existingHome(elsewhere, surroundings) : homeIn(elsewhere, standIn);
}

/** Looks no further than the folder's name: another account can't look inside. */
function holdsCluster(folder: string): boolean {
  return existsSync(join(folder, 'cluster'));
}

/** Follows the pointer of a data folder, unless the folder is a copy and the original still uses that database. */
function readPointer(folder: string): string | undefined {
  const elsewhere = readLine(join(folder, POINTER));
  if (elsewhere === undefined || !holdsCluster(elsewhere)) return undefined;
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

function fallbackFolder(folder: string, surroundings: Surroundings): string {
  return join(productFolder(surroundings), `${basename(folder)}-${shortHash(folder)}`);
}

/** One folder per checkout, so that two checkouts on a machine never share. */
function productFolder({ systemFolder }: Surroundings): string {
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
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

function makeWritableFolder(folder: string): void {
  try {
    if (!existsSync(folder)) {
      mkdirSync(folder, { recursive: true });
      // Whatever the umask: the server's account must pass through. The data below is closed to everyone else.
      chmodSync(folder, 0o755);
    }
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The database's folder ${folder} can't be written (${reasonOf(error)}): give this user the right to write there, choose another DATA_DIR, ${useOwnServer}`,
    );
  }
}
