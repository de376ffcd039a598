import { constants, existsSync, readFileSync, realpathSync, statSync, type Stats } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { EmbeddedPostgresError, reasonOf, useOwnServer } from './embedded-postgres.error';

/** Account of a database process, if not that of this process. */
export interface RunIdentity {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root. */
export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Unprivileged account that replaces root. @throws EmbeddedPostgresError when there is none */
export function unprivilegedIdentity(passwdFile = '/etc/passwd'): RunIdentity {
  const fields = readPasswd(passwdFile).find(([name]) => name === 'nobody');
  const uid = Number(fields?.[2]);
  const gid = Number(fields?.[3]);
  if (!fields || !Number.isInteger(uid) || !Number.isInteger(gid)) {
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and this machine has no account "nobody" to run it as. Start the service as an ordinary user, ${useOwnServer}`,
    );
  }
  return { uid: uid >>> 0, gid: gid >>> 0 };
}

/** Checks that this account has a name, which initdb requires. @throws EmbeddedPostgresError */
export function requireNamedUser(lookUp: () => unknown = userInfo): void {
  try {
    lookUp();
  } catch {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL can't run as user id ${process.getuid?.() ?? 'unknown'}, because that id has no entry in /etc/passwd. Start the service as a named user, ${useOwnServer}`,
    );
  }
}

export function spawnOptionsFor(identity: RunIdentity | undefined): { uid?: number; gid?: number } {
  // Signed 32 bits here, unsigned in stat and chown.
  return identity ? { uid: identity.uid | 0, gid: identity.gid | 0 } : {};
}

/** Whether `identity` can enter `folder` and all its parents; false if absent. */
export function canEnter(folder: string, identity: RunIdentity): boolean {
  if (!existsSync(folder)) return false;
  for (let current = realpathSync(folder); ; current = dirname(current)) {
    if (!allows(current, identity, constants.S_IXOTH)) return false;
    if (current === dirname(current)) return true;
  }
}

/** Whether `identity` can read `file` and enter its parents. */
export function canRead(file: string, identity: RunIdentity): boolean {
  return canEnter(dirname(file), identity) && allows(file, identity, constants.S_IROTH);
}

/** Checks owner, group and mode, not ACLs. `bit` is the permission bit of others. */
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
      `PostgreSQL does not run as root, and the list of this machine's accounts can't be read (${reasonOf(error)}). Start the service as an ordinary user, ${useOwnServer}`,
    );
  }
}
