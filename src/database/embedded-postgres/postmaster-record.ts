import {
  constants,
  existsSync,
  readFileSync,
  realpathSync,
  statSync,
  type Stats,
  linkSync,
  readlinkSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
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

export interface PostmasterRecord {
  readonly pid: number;
  readonly port: number;
  readonly state: 'starting' | 'ready' | 'stopping';
}

/** Reads postmaster.pid; undefined if absent or incomplete. The process may be dead. */
export function readPostmasterRecord(cluster: string): PostmasterRecord | undefined {
  let lines: string[];
  try {
    lines = readFileSync(recordFile(cluster), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  // Lines 1 (process id), 4 (port) and 8 (status) of PostgreSQL's src/include/utils/pidfile.h.
  const pid = Number.parseInt(lines[0] ?? '', 10);
  const port = Number.parseInt(lines[3] ?? '', 10);
  if (!Number.isInteger(pid) || pid <= 1 || !Number.isInteger(port)) return undefined;
  const status = lines[7]?.trim();
  return { pid, port, state: status === 'ready' || status === 'stopping' ? status : 'starting' };
}

/** The server running on `cluster`; undefined if none, even if there is a lock file. */
export function runningPostmaster(cluster: string): PostmasterRecord | undefined {
  const record = readPostmasterRecord(cluster);
  return record && identifyProcess(record.pid, cluster) === 'this server' ? record : undefined;
}

/** Identifies a process by its command line. Zombies count as `none`. */
export function identifyProcess(pid: number, cluster: string): 'this server' | 'another process' | 'none' {
  const command = commandOf(pid);
  if (command === undefined) return 'none';
  if (command.includes(`/postgres -D ${cluster} `)) return 'this server';
  // The server may have been started through another path to the folder.
  const isServer = command.includes('/postgres -D ') && workingFolderOf(pid) === realPath(cluster);
  return isServer ? 'this server' : 'another process';
}

/**
 * Removes a stale lock file whose process id was reused: PostgreSQL would take that process for a server and not start. It
 * detects dead processes itself.
 */
export function removeStaleLockFile(cluster: string): void {
  const stale = readPostmasterRecord(cluster);
  if (!stale || identifyProcess(stale.pid, cluster) !== 'another process') return;
  const aside = `${recordFile(cluster)}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(recordFile(cluster), aside);
    // Restores a file that a concurrent start has replaced meanwhile.
    if (Number.parseInt(readFileSync(aside, 'utf8'), 10) !== stale.pid) linkSync(aside, recordFile(cluster));
  } catch {
  } finally {
    rmSync(aside, { force: true });
  }
}

function recordFile(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

/** Command line of a process, separated by spaces; undefined if the process does not exist. */
function commandOf(pid: number): string | undefined {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') || undefined;
    } catch {
      return undefined;
    }
  }
  try {
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return undefined;
  }
}

function workingFolderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
