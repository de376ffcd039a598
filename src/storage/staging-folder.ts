import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ByteSource } from '../domain/file/staged-file';
import { removeFile, staleNamesIn } from './folder-files';
import { StagingWriter } from './staging-writer';
import { ContentHash } from './content-hash';

export interface LocalStagedFile {
  readonly path: string;
  readonly sha256: Buffer;
  readonly byteSize: number;
}

/** Folder of incoming files, whose hash is not known before their last byte. */
export class StagingFolder {
  private prepared: Promise<unknown> | undefined;

  constructor(
    readonly folder: string,
    private readonly isSynced: boolean,
  ) {}

  /** Removes the file on any error. @throws TooLargeError for more than `maxBytes` */
  async write(source: ByteSource, maxBytes: number): Promise<LocalStagedFile> {
    await this.prepare();
    const path = join(this.folder, randomUUID());
    const hash = new ContentHash(maxBytes);
    try {
      await pipeline(source, new StagingWriter(path, hash, this.isSynced));
    } catch (error) {
      await removeFile(path);
      throw error;
    }
    return { path, sha256: hash.digest(), byteSize: hash.byteSize };
  }

  async probe(): Promise<void> {
    await this.prepare();
    const path = join(this.folder, `probe-${randomUUID()}`);
    await writeFile(path, '', { flag: 'wx' });
    await removeFile(path);
  }

  /** Removes files last written to at least `olderThanMs` ago. @returns their number */
  async removeStale(olderThanMs: number): Promise<number> {
    const stale = await staleNamesIn(this.folder, olderThanMs);
    for (const name of stale) await removeFile(join(this.folder, name));
    return stale.length;
  }

  private async prepare(): Promise<void> {
    this.prepared ??= mkdir(this.folder, { recursive: true });
    await this.prepared.catch((error: unknown) => {
      this.prepared = undefined;
      throw error;
    });
  }
}
