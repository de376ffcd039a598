import { constants, existsSync, readFileSync, realpathSync, statSync, type Stats } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { EmbeddedPostgresError, reasonOf, useOwnServer } from './embedded-postgres.error';

/** The account a process of the database runs as, when that is not the account of this process. */
export interface RunIdentity {
  readonly uid: number;
  readonly gid: number;
}

/** Whether this process may do everything; PostgreSQL refuses to run that way. */
export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The account without rights that stands in for root.
 * @throws EmbeddedPostgresError when the machine has no such account
 */
export function unprivilegedIdentity(passwdFile = '/etc/passwd'): RunIdentity {
  const nobody = readPasswd(passwdFile).find((fields) => fields[0] === 'nobody');
  const uid = Number(nobody?.[2]);
  const gid = Number(nobody?.[3]);
  if (!nobody || !Number.isInteger(uid) || !Number.isInteger(gid)) {
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and this machine has no account "nobody" to run it as: start the service as an ordinary user, ${useOwnServer}`,
    );
  }
  // macOS writes nobody as -2.
  return { uid: uid >>> 0, gid: gid >>> 0 };
}

/**
 * Ends with a sentence when the account of this process has no entry among the machine's users: initdb asks for
 * its name and fails with less clear words.
 * @throws EmbeddedPostgresError
 */
export function requireNamedUser(lookUp: () => unknown = userInfo): void {
  try {
    lookUp();
  } catch {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL can't run as user id ${process.getuid?.() ?? 'unknown'}, because that id has no entry in /etc/passwd: start the service as a named user, ${useOwnServer}`,
    );
  }
}

/** The options of child_process that start a child as `identity`; none for this process's own account. */
export function spawnOptionsFor(identity: RunIdentity | undefined): { uid?: number; gid?: number } {
  // Node takes signed 32 bits here and unsigned ones in stat and chown.
  return identity ? { uid: identity.uid | 0, gid: identity.gid | 0 } : {};
}

/** Whether `identity` can walk down to `folder` and into it. An absent folder can't be entered. */
export function canEnter(folder: string, identity: RunIdentity): boolean {
  if (!existsSync(folder)) return false;
  for (let current = realpathSync(folder); ; current = dirname(current)) {
    if (!allows(current, identity, constants.S_IXOTH)) return false;
    if (current === dirname(current)) return true;
  }
}

/** Whether `identity` can read `file`, the folders above it included. */
export function canRead(file: string, identity: RunIdentity): boolean {
  return canEnter(dirname(file), identity) && allows(file, identity, constants.S_IROTH);
}

/** Judges by owner, group and mode; `bit` is the bit of the others' triple. Access lists are not looked at. */
function allows(path: string, identity: RunIdentity, bit: number): boolean {
  if (identity.uid === 0) return true;
  let stats: Stats;
  try {
    stats = statSync(path);
  } catch {
    return false;
  }
  if (stats.uid === identity.uid) return (stats.mode & (bit << 6)) !== 0;
  if (stats.gid === identity.gid) return (stats.mode & (bit << 3)) !== 0;
  return (stats.mode & bit) !== 0;
}

function readPasswd(file: string): string[][] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.split(':'));
  } catch (error) {
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and the list of this machine's accounts can't be read (${reasonOf(error)}): start the service as an ordinary user, ${useOwnServer}`,
    );
  }
}
