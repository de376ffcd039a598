import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isAlive } from '../../src/database/embedded-postgres/live-process';
import { startOf } from './process-start';

const DAY_MS = 24 * 60 * 60_000;
/** As the system's own folder for what is temporary: a database's account may pass through, and others keep what is theirs. */
const OPEN_TO_ALL = 0o1777;

/** An empty folder whose name tells which process it belongs to. @param among where such folders are */
export function makeRunFolder(among: string): string {
  const owner = `run-${process.pid}-${startOf(process.pid) ?? 0}`;
  const folder = join(among, `${owner}-${randomBytes(4).toString('hex')}`);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, OPEN_TO_ALL);
  return folder;
}

/** The folders whose process is gone: it was killed, for what ends by itself removes its own. */
export function leftOverFolders(among: string): string[] {
  return readdirSync(among)
    .map((name) => join(among, name))
    .filter((folder) => !isOwned(folder));
}

function isOwned(folder: string): boolean {
  const [, pid, start, random] = basename(folder).split('-');
  if (!isAlive(Number(pid))) return false;
  const known = startOf(Number(pid));
  // Where the system does not tell when a process began, or an earlier checkout did not ask it, it is another a day later.
  return known === undefined || random === undefined ? isYoung(folder) : known === start;
}

function isYoung(folder: string): boolean {
  return Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0) < DAY_MS;
}
