import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './start-error';

/**
 * Tries a write, for a folder that can't be written to is else noticed with the first photo. What it makes has a name of its
 * own: others may start on the folder at the same time, and in containers each of them is process 1.
 * @throws StartError that says who the process is and what to do
 */
export function assertWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    rmdirSync(mkdtempSync(join(folder, '.trial-')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `DATA_DIR=${folder} can't be written to by user ${process.getuid?.()} of group ${process.getgid?.()} (${code}): ` +
        'give that folder to this user or group, or name another one.',
      { cause: error },
    );
  }
}
