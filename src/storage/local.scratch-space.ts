import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ScratchSpace } from './scratch-space.port';

export class LocalScratchSpace extends ScratchSpace {
  constructor(private readonly root: string) {
    super();
  }

  async open(): Promise<string> {
    await mkdir(this.root, { recursive: true });
    return mkdtemp(join(this.root, 'files-'));
  }

  async remove(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true });
  }

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
