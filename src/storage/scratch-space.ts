import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders for large temporary files on the local disk, which no process needs after a restart. */
export class ScratchSpace {
  constructor(private readonly root: string) {}

  /** Creates an empty folder. @returns its absolute path */
  async open(): Promise<string> {
    await mkdir(this.root, { recursive: true });
    return mkdtemp(join(this.root, 'files-'));
  }

  /** Removes a folder with its files. Idempotent. */
  async remove(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true });
  }

  /** Removes folders created at least `olderThanMs` ago, left by a crash. */
  async expire(olderThanMs: number): Promise<void> {
    const names = await readdir(this.root).catch(() => []);
    for (const name of names) {
      const folder = join(this.root, name);
      // Another process may remove it meanwhile.
      const entry = await stat(folder).catch(() => undefined);
      if (entry !== undefined && Date.now() - entry.mtimeMs >= olderThanMs) await this.remove(folder);
    }
  }
}
