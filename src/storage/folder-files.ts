import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { OpenFile } from './open-file';

/** Returns false for ENOENT and rethrows any other error. */
export function falseIfMissing(error: unknown): false {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
  throw error;
}

export async function removeFile(path: string): Promise<void> {
  await unlink(path).catch(falseIfMissing);
}

export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => falseIfMissing(error) || []);
}

/** Names of the files in a folder last written to at least `olderThanMs` ago. */
export async function staleNamesIn(folder: string, olderThanMs: number): Promise<string[]> {
  const stale: string[] = [];
  for (const name of await namesIn(folder)) {
    const stats = await stat(join(folder, name)).catch(falseIfMissing);
    // File times have fractions of a millisecond, which must not be ahead of the clock.
    if (stats !== false && Date.now() - Math.floor(stats.mtimeMs) >= olderThanMs) stale.push(name);
  }
  return stale;
}

/** Fsyncs a folder: a rename is durable only then. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await OpenFile.open(path, 'r');
  try {
    await folder.sync();
  } finally {
    folder.close();
  }
}
