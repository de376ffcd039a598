import { existsSync, readdirSync, rmdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { findHome, type DatabaseHome } from '../../src/database/embedded-postgres/database-home';
import { stopPostmaster } from '../../src/database/embedded-postgres/postmaster';
import { leftOverFolders, makeRunFolder } from './run-folder';

const IN_MEMORY = '/dev/shm';
/** A run keeps some hundred megabytes there, which are neither the workers' nor the database's any more. */
const ROOM_BYTES = 4 * 1024 ** 3;
const NAME = `fieldhouse-test-${userInfo().uid}`;
/** The variable by which the setup of a run tells its workers where it keeps databases. */
const PLACE = 'TEST_DATABASE_FOLDERS';
/** That of the system, before a run has one of its own. */
const TEMPORARY = join(tmpdir(), NAME);
const ON_DISK = resolve(__dirname, '../../.cache/test-database');

/** Where the databases of runs are: in memory where there is room, for they have a thousand files each, or on the disk. */
export function placeOfDatabases(
  memory = IN_MEMORY,
  roomBytes = Math.min(freeBytesOf(memory), process.availableMemory()),
): string {
  return roomBytes >= ROOM_BYTES ? join(memory, NAME) : ON_DISK;
}

/** An empty folder for an embedded database that lives as long as this process at most. */
export function makeDatabaseFolder(among = process.env[PLACE] ?? placeOfDatabases()): string {
  return makeRunFolder(among);
}

/** A run stays where it began, however much room it takes: its workers ask nobody else. */
export function settleDatabases(): void {
  process.env[PLACE] = placeOfDatabases();
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

/**
 * Has this process and those that it starts keep what is temporary in a folder of their own, so that it is known whose it is.
 * @returns the folder
 */
export function useTemporaryFolder(): string {
  const folder = makeRunFolder(TEMPORARY);
  process.env['TMPDIR'] = folder;
  return folder;
}

/** Removes a folder of temporary things, and the databases that some of them are. */
export async function removeTemporaryFolder(folder: string): Promise<void> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory() && usableHome(path) !== undefined) await removeDatabaseFolder(path);
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Removes what runs left that were killed, and stops their databases. */
export async function removeLeftOvers(
  databases: readonly string[] = [join(IN_MEMORY, NAME), ON_DISK],
  temporary = TEMPORARY,
): Promise<void> {
  const left = (among: string) => (existsSync(among) ? leftOverFolders(among) : []);
  // Another user's leftovers are that user's to remove.
  for (const folder of databases.flatMap(left)) await removeDatabaseFolder(folder).catch(() => undefined);
  for (const folder of left(temporary)) await removeTemporaryFolder(folder).catch(() => undefined);
}

function freeBytesOf(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
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
