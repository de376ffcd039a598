import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ByteSource } from '../domain/file/draft';
import { oldNamesIn, removeFile } from './folder-files';
import { DraftWriter } from './draft-writer';
import { ContentHash } from './metered-hash';

/** Bytes that have come in whole, in a file. */
export interface DraftFile {
  readonly path: string;
  readonly sha256: Buffer;
  readonly byteSize: number;
}

/** Where bytes stay from their first to their last, for they have no name before. */
export class DraftFolder {
  private prepared: Promise<unknown> | undefined;

  constructor(
    readonly folder: string,
    /** Whether a file survives a crash of the machine once it is written. */
    private readonly isSynced: boolean,
  ) {}

  /** @throws TooLargeError for more bytes than `maxBytes`; whatever it throws, nothing stays */
  async write(source: ByteSource, maxBytes: number): Promise<DraftFile> {
    await this.prepare();
    const path = join(this.folder, randomUUID());
    const hash = new ContentHash(maxBytes);
    try {
      await pipeline(source, new DraftWriter(path, hash, this.isSynced));
    } catch (error) {
      await removeFile(path);
      throw error;
    }
    return { path, sha256: hash.digest(), byteSize: hash.byteSize };
  }

  /** Tries a write. */
  async probe(): Promise<void> {
    await this.prepare();
    const path = join(this.folder, `probe-${randomUUID()}`);
    await writeFile(path, '', { flag: 'wx' });
    await removeFile(path);
  }

  /** Removes files that nobody has written to for so long. @returns how many */
  async sweep(olderThanMs: number): Promise<number> {
    const abandoned = await oldNamesIn(this.folder, olderThanMs);
    for (const name of abandoned) await removeFile(join(this.folder, name));
    return abandoned.length;
  }

  private async prepare(): Promise<void> {
    this.prepared ??= mkdir(this.folder, { recursive: true });
    await this.prepared.catch((error: unknown) => {
      this.prepared = undefined;
      throw error;
    });
  }
}
