import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './start-error';

/**
 * Writes to the folder, which would otherwise fail at the first upload. The name is random, not the pid: several containers
 * may start on one folder, each as process 1.
 * @throws StartError that says what to do, with user and group of the process if they may not write
 */
export function assertWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    rmdirSync(mkdtempSync(join(folder, '.trial-')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`DATA_DIR=${folder} ${problemOf(code)}`, { cause: error });
  }
}

function problemOf(code: string | undefined): string {
  switch (code) {
    case 'ENOSPC':
      return 'is on a full disk (ENOSPC). Free space or inodes, or set a folder on another disk.';
    case 'EROFS':
      return 'is on a read-only file system (EROFS). Mount it for writing, or set another folder.';
    default:
      return `is not writable by user ${process.getuid?.()} of group ${process.getgid?.()} (${code}). Give the folder to this user or group, or set another one.`;
  }
}
