import { createReadStream } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { NotFoundError, UnavailableError } from '../domain/errors';
import { ClaimedStorage } from './claimed.storage';
import { type DraftFile, DraftFolder } from './draft-folder';
import { isAbsent, namesIn, oldNamesIn, removeFile, syncFolder } from './folder-files';
import { OpenFile } from './open-file';
import type { ByteRange, StoredEntry } from './storage.port';

/**
 * Files in a folder: `ab/cdef…` by SHA-256. A file is written and synced under a draft's name; promoting it renames it and
 * syncs its folder. Claims are empty files in `claims/`; what is set aside lies in `trash/`.
 */
export class LocalStorage extends ClaimedStorage {
  private readonly claimFolder: string;
  private readonly trash: string;
  private prepared: Promise<unknown> | undefined;

  constructor(private readonly folder: string) {
    super(new DraftFolder(join(folder, 'drafts'), true));
    this.claimFolder = join(folder, 'claims');
    this.trash = join(folder, 'trash');
  }

  async probe(): Promise<void> {
    await this.drafts.probe().catch((error: unknown) => {
      throw new UnavailableError(
        `Files can not be written (${(error as NodeJS.ErrnoException).code}): look at the folder that DATA_DIR or STORAGE_URL names, its owner and the room left.`,
      );
    });
  }

  async read(sha256: Buffer, range?: ByteRange): Promise<Readable> {
    return this.wherever(sha256, async (path) => {
      const file = createReadStream(path, range);
      await new Promise((resolve, reject) => {
        file.once('open', resolve);
        file.once('error', reject);
      });
      return file;
    });
  }

  async size(sha256: Buffer): Promise<number> {
    return this.wherever(sha256, async (path) => (await stat(path)).size);
  }

  async delete(sha256: Buffer): Promise<void> {
    await removeFile(this.place(sha256).path);
  }

  async *entries(): AsyncGenerator<StoredEntry> {
    const folders = (await namesIn(this.folder)).filter((name) => /^[0-9a-f]{2}$/.test(name)).sort();
    for (const folder of folders) {
      for (const rest of (await namesIn(join(this.folder, folder))).sort()) {
        const facts = await stat(join(this.folder, folder, rest)).catch(isAbsent);
        if (facts !== false) yield { sha256: Buffer.from(folder + rest, 'hex'), byteSize: facts.size };
      }
    }
  }

  protected async name({ path: draft, sha256 }: DraftFile): Promise<void> {
    const { folder, path } = this.place(sha256);
    const isNamed = await rename(draft, path).then(() => true, isAbsent);
    if (!isNamed) {
      await mkdir(folder, { recursive: true });
      await syncFolder(this.folder);
      await rename(draft, path);
    }
    await syncFolder(folder);
  }

  protected async addClaim(claim: string): Promise<void> {
    await this.prepare();
    const file = await OpenFile.open(join(this.claimFolder, claim), 'wx');
    file.close();
  }

  protected removeClaim(claim: string): Promise<void> {
    return removeFile(join(this.claimFolder, claim));
  }

  protected async claims(prefix = ''): Promise<string[]> {
    return (await namesIn(this.claimFolder)).filter((claim) => claim.startsWith(prefix));
  }

  protected oldClaims(olderThanMs: number): Promise<string[]> {
    return oldNamesIn(this.claimFolder, olderThanMs);
  }

  protected async setAside(sha256: Buffer): Promise<boolean> {
    await this.prepare();
    const aside = this.aside(sha256);
    return (
      (await rename(this.place(sha256).path, aside).then(() => true, isAbsent)) ||
      // A crash in the middle of an earlier sweep left it here.
      (await stat(aside).then(() => true, isAbsent))
    );
  }

  /** Its bytes are those of a name that was made meanwhile, too. */
  protected async giveBack(sha256: Buffer): Promise<void> {
    await rename(this.aside(sha256), this.place(sha256).path).catch(isAbsent);
  }

  protected dropAside(sha256: Buffer): Promise<void> {
    return removeFile(this.aside(sha256));
  }

  /** Makes the folders that are always there, once. */
  private async prepare(): Promise<void> {
    this.prepared ??= Promise.all(
      [this.claimFolder, this.trash].map((folder) => mkdir(folder, { recursive: true })),
    );
    await this.prepared.catch((error: unknown) => {
      this.prepared = undefined;
      throw error;
    });
  }

  /** A sweep may just have taken the name away to ask whether it is needed, and may just have given it back. */
  private async wherever<T>(sha256: Buffer, look: (path: string) => Promise<T>): Promise<T> {
    const { path } = this.place(sha256);
    for (const each of [path, this.aside(sha256), path]) {
      try {
        return await look(each);
      } catch (error) {
        isAbsent(error);
      }
    }
    throw new NotFoundError('The file is not here any more.');
  }

  private place(sha256: Buffer): { folder: string; path: string } {
    const name = sha256.toString('hex');
    const folder = join(this.folder, name.slice(0, 2));
    return { folder, path: join(folder, name.slice(2)) };
  }

  private aside(sha256: Buffer): string {
    return join(this.trash, sha256.toString('hex'));
  }
}
