import { mkdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './start-error';

/**
 * Tries a write, for a folder that can't be written to is else noticed with the first photo.
 * @throws StartError that says who the process is and what to do
 */
export function assertWritable(folder: string): void {
  const trial = join(folder, `.trial-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(trial, '');
    unlinkSync(trial);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `DATA_DIR=${folder} can't be written to by user ${process.getuid?.()} of group ${process.getgid?.()} (${code}): ` +
        'give that folder to this user or group, or name another one.',
      { cause: error },
    );
  }
}
