import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { NotFoundError } from '../domain/errors';
import { MeteredHash } from './metered-hash';
import { Storage, type StoredBytes } from './storage.port';

/**
 * Files in a folder: `ab/cdef…` by SHA-256. A file is written under a draft name, synced, renamed, and its folder
 * synced, so that a name that exists always has all its bytes.
 */
export class LocalStorage extends Storage {
  private readonly drafts: string;

  constructor(private readonly folder: string) {
    super();
    this.drafts = join(folder, 'drafts');
  }

  async write(source: Readable, maxBytes: number): Promise<StoredBytes> {
    await mkdir(this.drafts, { recursive: true });
    const draft = join(this.drafts, randomUUID());
    const meter = new MeteredHash(maxBytes);
    try {
      await pipeline(source, meter, createWriteStream(draft, { flags: 'wx', flush: true }));
      const sha256 = meter.digest();
      const { folder, path } = this.place(sha256);
      if ((await mkdir(folder, { recursive: true })) !== undefined) await syncFolder(this.folder);
      await rename(draft, path);
      await syncFolder(folder);
      return { sha256, byteSize: meter.byteSize };
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async read(sha256: Buffer): Promise<Readable> {
    const { path } = this.place(sha256);
    const file = createReadStream(path);
    return new Promise((resolve, reject) => {
      file.once('open', () => resolve(file));
      file.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ENOENT' ? new NotFoundError('The file is not here any more.') : error),
      );
    });
  }

  async has(sha256: Buffer): Promise<boolean> {
    return access(this.place(sha256).path).then(
      () => true,
      () => false,
    );
  }

  async sweepDrafts(olderThanMs: number): Promise<number> {
    const names = await readdir(this.drafts).catch(() => []);
    let swept = 0;
    for (const name of names) {
      const path = join(this.drafts, name);
      const facts = await stat(path).catch(() => undefined);
      if (facts !== undefined && Date.now() - facts.mtimeMs > olderThanMs) {
        await rm(path, { force: true });
        swept += 1;
      }
    }
    return swept;
  }

  private place(sha256: Buffer): { folder: string; path: string } {
    const name = sha256.toString('hex');
    const folder = join(this.folder, name.slice(0, 2));
    return { folder, path: join(folder, name.slice(2)) };
  }
}

/** A rename is durable only when the folder that holds the name is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
