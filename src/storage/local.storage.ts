import { createReadStream } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { NotFoundError } from '../domain/errors';
import { ClaimedStorage } from './claimed.storage';
import { type LocalStagedFile, StagingFolder } from './staging-folder';
import { falseIfMissing, namesIn, staleNamesIn, removeFile, syncFolder, OpenFile } from './folder-files';
import type { ByteRange, StoredEntry } from './storage.port';

/**
 * Content-addressed storage in a folder: files `ab/cdef…` by SHA-256, staged in `drafts/`, then renamed and fsynced.
 * Claims are empty files in `claims/`; files being checked by cleanup are in `trash/`.
 */
export class LocalStorage extends ClaimedStorage {
  private readonly claimFolder: string;
  private readonly trash: string;
  private prepared: Promise<unknown> | undefined;

  constructor(private readonly folder: string) {
    super(new StagingFolder(join(folder, 'drafts'), true));
    this.claimFolder = join(folder, 'claims');
    this.trash = join(folder, 'trash');
  }

  probe(): Promise<void> {
    return this.probeStaging();
  }

  async read(sha256: Buffer, range?: ByteRange): Promise<Readable> {
    return this.withTrashFallback(sha256, async (path) => {
      const file = createReadStream(path, range);
      await new Promise((resolve, reject) => {
        file.once('open', resolve);
        file.once('error', reject);
      });
      return file;
    });
  }

  async size(sha256: Buffer): Promise<number> {
    return this.withTrashFallback(sha256, async (path) => (await stat(path)).size);
  }

  async *entries(): AsyncGenerator<StoredEntry> {
    const folders = (await namesIn(this.folder)).filter((name) => /^[0-9a-f]{2}$/.test(name)).sort();
    for (const folder of folders) {
      for (const rest of (await namesIn(join(this.folder, folder))).sort()) {
        const stats = await stat(join(this.folder, folder, rest)).catch(falseIfMissing);
        if (stats !== false) yield { sha256: Buffer.from(folder + rest, 'hex'), byteSize: stats.size };
      }
    }
  }

  protected async moveIntoPlace({ path: staged, sha256 }: LocalStagedFile): Promise<void> {
    const { folder, path } = this.location(sha256);
    const isMoved = await rename(staged, path).then(() => true, falseIfMissing);
    if (!isMoved) {
      await mkdir(folder, { recursive: true });
      await syncFolder(this.folder);
      await rename(staged, path);
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

  protected staleClaims(olderThanMs: number): Promise<string[]> {
    return staleNamesIn(this.claimFolder, olderThanMs);
  }

  protected async moveToTrash(sha256: Buffer): Promise<boolean> {
    await this.prepare();
    const trashPath = this.trashPath(sha256);
    return (
      (await rename(this.location(sha256).path, trashPath).then(() => true, falseIfMissing)) ||
      // Left by a crash during an earlier cleanup.
      (await stat(trashPath).then(() => true, falseIfMissing))
    );
  }

  /** May replace a file stored meanwhile: the bytes are equal. */
  protected async restoreFromTrash(sha256: Buffer): Promise<void> {
    await rename(this.trashPath(sha256), this.location(sha256).path).catch(falseIfMissing);
  }

  protected deleteFromTrash(sha256: Buffer): Promise<void> {
    return removeFile(this.trashPath(sha256));
  }

  private async prepare(): Promise<void> {
    this.prepared ??= Promise.all(
      [this.claimFolder, this.trash].map((folder) => mkdir(folder, { recursive: true })),
    );
    await this.prepared.catch((error: unknown) => {
      this.prepared = undefined;
      throw error;
    });
  }

  /** Cleanup may be moving the file to the trash or back. */
  private async withTrashFallback<T>(sha256: Buffer, use: (path: string) => Promise<T>): Promise<T> {
    const { path } = this.location(sha256);
    for (const candidate of [path, this.trashPath(sha256), path]) {
      try {
        return await use(candidate);
      } catch (error) {
        falseIfMissing(error);
      }
    }
    throw new NotFoundError('The file no longer exists.');
  }

  private location(sha256: Buffer): { folder: string; path: string } {
    const name = sha256.toString('hex');
    const folder = join(this.folder, name.slice(0, 2));
    return { folder, path: join(folder, name.slice(2)) };
  }

  private trashPath(sha256: Buffer): string {
    return join(this.trash, sha256.toString('hex'));
  }
}
