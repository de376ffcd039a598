import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { OpenFile } from './open-file';

/** False for the error of a file that is not there; throws any other. */
export function isAbsent(error: unknown): false {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
  throw error;
}

/** Nothing when it is gone already. */
export async function removeFile(path: string): Promise<void> {
  await unlink(path).catch(isAbsent);
}

/** Names of all that lies in a folder; none when there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => isAbsent(error) || []);
}

/** Names of the files in a folder that were last written to at least so long ago. */
export async function oldNamesIn(folder: string, olderThanMs: number): Promise<string[]> {
  const old: string[] = [];
  for (const name of await namesIn(folder)) {
    const facts = await stat(join(folder, name)).catch(isAbsent);
    // File systems count finer than the clock: what is of this very millisecond is not of the next one.
    if (facts !== false && Date.now() - Math.floor(facts.mtimeMs) >= olderThanMs) old.push(name);
  }
  return old;
}

/** A rename is durable only when the folder that holds the name is. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await OpenFile.open(path, 'r');
  try {
    await folder.sync();
  } finally {
    folder.close();
  }
}
