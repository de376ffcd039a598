import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { findHome, type DatabaseHome } from '../../src/embedded-postgres/database-home';
import { isAlive } from '../../src/embedded-postgres/live-process';
import { stopPostmaster } from '../../src/embedded-postgres/postmaster';

const IN_MEMORY = '/dev/shm';
/** A run keeps some hundred megabytes there. */
const ROOM_BYTES = 4 * 1024 ** 3;
const FOLDERS = hasRoom(IN_MEMORY)
  ? join(IN_MEMORY, `fieldhouse-test-${userInfo().uid}`)
  : resolve(__dirname, '../../.cache/test-database');
const DAY_MS = 24 * 60 * 60_000;

/** An empty folder for an embedded database that lives as long as this process at most. */
export function makeDatabaseFolder(): string {
  const folder = join(FOLDERS, `run-${process.pid}-${randomBytes(4).toString('hex')}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Stops the server that runs on a folder, whoever left it, and removes the folder and what moved out of it. */
export async function removeDatabaseFolder(folder: string): Promise<void> {
  const home = usableHome(folder);
  if (home) {
    await stopPostmaster(home, () => undefined);
    rmSync(home.folder, { recursive: true, force: true });
    if (home.folder !== folder) removeIfEmpty(dirname(home.folder));
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Removes the folders of runs that were killed. */
export async function removeLeftOverFolders(): Promise<void> {
  mkdirSync(FOLDERS, { recursive: true });
  for (const name of readdirSync(FOLDERS)) {
    const folder = join(FOLDERS, name);
    const pid = Number(name.split('-')[1]);
    if (isAlive(pid) && Date.now() - statSync(folder).mtimeMs < DAY_MS) continue;
    // Another user's leftovers are that user's to remove.
    await removeDatabaseFolder(folder).catch(() => undefined);
  }
}

/** A database has a thousand files, which take most of a second to copy on a disk and 40 ms in memory. */
function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

function usableHome(folder: string): DatabaseHome | undefined {
  try {
    return findHome(folder);
  } catch {
    // It is not for this account, so that this account has no server on it.
    return undefined;
  }
}

/** The product's folder among the system's may hold other databases too. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something else lives there.
  }
}
