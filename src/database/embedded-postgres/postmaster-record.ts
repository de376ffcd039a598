import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

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
