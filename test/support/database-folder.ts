import { existsSync, readdirSync, rmdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import {
  findDatabaseLocation,
  type DatabaseLocation,
} from '../../src/database/embedded-postgres/database-location';
import { stopPostmaster } from '../../src/database/embedded-postgres/postmaster';
import { leftoverFolders, makeRunFolder } from './run-folder';

const TMPFS = '/dev/shm';
/** Minimum of free memory for databases on tmpfs: a run takes some hundred megabytes of it. */
const MIN_FREE_BYTES = 4 * 1024 ** 3;
const NAME = `fieldhouse-test-${userInfo().uid}`;
/** Tells workers where the setup of the run puts databases. */
const ROOT_VARIABLE = 'TEST_DATABASE_FOLDERS';
/** System folder, before a run sets its own TMPDIR. */
const TEMPORARY = join(tmpdir(), NAME);
const ON_DISK = resolve(__dirname, '../../.cache/test-database');

/** Folder of test databases: on tmpfs if there is enough memory (each has a thousand files), else on disk. */
export function databaseRoot(
  memory = TMPFS,
  freeBytes = Math.min(freeBytesOf(memory), process.availableMemory()),
): string {
  return freeBytes >= MIN_FREE_BYTES ? join(memory, NAME) : ON_DISK;
}

/** Creates an empty folder for an embedded database of this process. */
export function makeDatabaseFolder(parent = process.env[ROOT_VARIABLE] ?? databaseRoot()): string {
  return makeRunFolder(parent);
}

/** Fixes the folder for the whole run, however free memory changes; workers inherit it. */
export function fixDatabaseRoot(): void {
  process.env[ROOT_VARIABLE] = databaseRoot();
}

/** Stops the server of a folder, even another process's, and removes its data. */
export async function removeDatabaseFolder(folder: string): Promise<void> {
  const location = usableLocation(folder);
  if (location) {
    await stopPostmaster(location, () => undefined);
    rmSync(location.folder, { recursive: true, force: true });
    if (location.folder !== folder) removeIfEmpty(dirname(location.folder));
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Sets TMPDIR to a new folder that is traceable to this run. @returns the folder */
export function useTemporaryFolder(): string {
  const folder = makeRunFolder(TEMPORARY);
  process.env['TMPDIR'] = folder;
  return folder;
}

export async function removeTemporaryFolder(folder: string): Promise<void> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory() && usableLocation(path) !== undefined) await removeDatabaseFolder(path);
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Removes leftovers of killed runs and stops their databases. */
export async function removeLeftovers(
  databases: readonly string[] = [join(TMPFS, NAME), ON_DISK],
  temporary = TEMPORARY,
): Promise<void> {
  const leftovers = (parent: string) => (existsSync(parent) ? leftoverFolders(parent) : []);
  // Leftovers of another user stay: no permission.
  for (const folder of databases.flatMap(leftovers))
    await removeDatabaseFolder(folder).catch(() => undefined);
  for (const folder of leftovers(temporary)) await removeTemporaryFolder(folder).catch(() => undefined);
}

function freeBytesOf(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

function usableLocation(folder: string): DatabaseLocation | undefined {
  try {
    return findDatabaseLocation(folder);
  } catch {
    // Not accessible, so no server of this user runs on it.
    return undefined;
  }
}

/** The parent folder may hold other databases too. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Not empty.
  }
}
