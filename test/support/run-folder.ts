import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { processStartTime } from './process-start-time';
import { isAlive } from '../../src/database/embedded-postgres/cluster';

const DAY_MS = 24 * 60 * 60_000;
/** Like /tmp: the account of a database may traverse it, others cannot delete in it. */
const OPEN_TO_ALL = 0o1777;

/** Creates an empty folder named after its process. @param parent folder of such folders */
export function makeRunFolder(parent: string): string {
  const owner = `run-${process.pid}-${processStartTime(process.pid) ?? 0}`;
  const folder = join(parent, `${owner}-${randomBytes(4).toString('hex')}`);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, OPEN_TO_ALL);
  return folder;
}

/** Folders of processes that were killed: others remove their own on exit. */
export function leftoverFolders(parent: string): string[] {
  return readdirSync(parent)
    .map((name) => join(parent, name))
    .filter((folder) => !isOwned(folder));
}

function isOwned(folder: string): boolean {
  const [, pid, start, random] = basename(folder).split('-');
  if (!isAlive(Number(pid))) return false;
  const current = processStartTime(Number(pid));
  // Without a start time, a folder older than a day belongs to an earlier process.
  return current === undefined || random === undefined ? isRecent(folder) : current === start;
}

function isRecent(folder: string): boolean {
  return Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0) < DAY_MS;
}
