import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

/** What the server's own lock file, postmaster.pid, says about a server. */
export interface PostmasterRecord {
  readonly pid: number;
  readonly port: number;
  readonly state: 'starting' | 'ready' | 'stopping';
}

/** Reads postmaster.pid; undefined if it is absent or not yet fully written. Says nothing about the process. */
export function readPostmasterRecord(cluster: string): PostmasterRecord | undefined {
  let lines: string[];
  try {
    lines = readFileSync(recordFile(cluster), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  // Line 1 process id, 4 port, 8 status: PostgreSQL's src/include/utils/pidfile.h.
  const pid = Number.parseInt(lines[0] ?? '', 10);
  const port = Number.parseInt(lines[3] ?? '', 10);
  if (!Number.isInteger(pid) || pid <= 1 || !Number.isInteger(port)) return undefined;
  const status = lines[7]?.trim();
  return { pid, port, state: status === 'ready' || status === 'stopping' ? status : 'starting' };
}

/** The server that runs on `cluster`, undefined if none does, whatever its lock file says. */
export function runningPostmaster(cluster: string): PostmasterRecord | undefined {
  const record = readPostmasterRecord(cluster);
  return record && whoIs(record.pid, cluster) === 'this server' ? record : undefined;
}

/**
 * Whether a process is the server of `cluster`, something else, or gone. A process that has ended and only waits
 * for its parent to notice counts as gone.
 */
export function whoIs(pid: number, cluster: string): 'this server' | 'another process' | 'nobody' {
  const command = commandOf(pid);
  if (command === undefined) return 'nobody';
  if (command.includes(`/postgres -D ${cluster} `)) return 'this server';
  // The folder may have been moved, or reached by another path, since the server was started.
  const isServer = command.includes('/postgres -D ') && workingFolderOf(pid) === realPath(cluster);
  return isServer ? 'this server' : 'another process';
}

/**
 * Takes away a lock file whose process id was given to another process after the server had been killed:
 * PostgreSQL would believe in that process and refuse to start. If the process is gone, PostgreSQL sees it itself.
 */
export function discardRecycledRecord(cluster: string): void {
  const stale = readPostmasterRecord(cluster);
  if (!stale || whoIs(stale.pid, cluster) !== 'another process') return;
  const aside = `${recordFile(cluster)}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(recordFile(cluster), aside);
    // Another start may have replaced the file in between; then it gets it back.
    if (Number.parseInt(readFileSync(aside, 'utf8'), 10) !== stale.pid) linkSync(aside, recordFile(cluster));
  } catch {
    // Another start took it away first.
  } finally {
    rmSync(aside, { force: true });
  }
}

function recordFile(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

/** The command line of a process with spaces between its words; undefined if there is none. */
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
