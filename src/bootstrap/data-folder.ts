import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './start-error';

/**
 * Writes to the folder, which would otherwise fail at the first upload. The name is random, not the pid: several containers
 * may start on one folder, each as process 1.
 * @throws StartError naming user and group of the process
 */
export function assertWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    rmdirSync(mkdtempSync(join(folder, '.trial-')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `DATA_DIR=${folder} is not writable by user ${process.getuid?.()} of group ${process.getgid?.()} (${code}). ` +
        'Give the folder to this user or group, or set another one.',
      { cause: error },
    );
  }
}
