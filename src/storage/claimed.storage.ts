import { randomUUID } from 'node:crypto';
import type { ByteSource, FindReferencedHashes, StagedFile } from '../domain/file/staged-file';
import { NotFoundError, UnavailableError } from '../domain/errors';
import { folderFailure, removeFile } from './folder-files';
import type { LocalStagedFile, StagingFolder } from './staging-folder';
import { Storage } from './storage.port';

const CLEANUP_BATCH_SIZE = 500;

/**
 * Base of the storages. Bytes are staged in a local folder and promoted atomically, so that a stored file is always complete.
 *
 * A claim, named `<sha256>.<uuid>`, marks bytes that may be unreferenced: from before their promotion until their row is
 * committed, and after a row released them. Claims survive a crash, so that cleanup checks claimed bytes only.
 */
export abstract class ClaimedStorage extends Storage {
  constructor(protected readonly staging: StagingFolder) {
    super();
  }

  protected abstract moveIntoPlace(file: LocalStagedFile): Promise<void>;

  protected abstract addClaim(claim: string): Promise<void>;
  protected abstract removeClaim(claim: string): Promise<void>;
  /** @param prefix of the claims; absent: all */
  protected abstract claims(prefix?: string): Promise<string[]>;
  protected abstract staleClaims(olderThanMs: number): Promise<string[]>;

  /** Moves bytes to the trash, where they stay readable. @returns false if they are in neither place */
  protected abstract moveToTrash(sha256: Buffer): Promise<boolean>;
  protected abstract restoreFromTrash(sha256: Buffer): Promise<void>;
  protected abstract deleteFromTrash(sha256: Buffer): Promise<void>;

  /** @throws UnavailableError with a message for the operator */
  protected async probeStaging(): Promise<void> {
    await this.staging.probe().catch((error: unknown) => {
      throw new UnavailableError(folderFailure((error as NodeJS.ErrnoException).code));
    });
  }

  async stage(source: ByteSource, maxBytes: number): Promise<StagedFile> {
    const file = await this.staging.write(source, maxBytes);
    const { path, sha256, byteSize } = file;
    let claim: string | undefined;
    let isPromoted = false;
    return {
      sha256,
      byteSize,
      promote: async () => {
        if (isPromoted) return;
        claim ??= await this.claim(sha256);
        await this.moveIntoPlace(file);
        isPromoted = true;
      },
      confirm: async () => {
        if (claim !== undefined) await this.removeClaim(claim);
      },
      rollBack: async (findReferenced) => {
        if (claim === undefined) return;
        await this.removeIfUnreferenced(sha256, [claim], findReferenced);
        await this.removeClaim(claim);
      },
      discard: async () => {
        if (!isPromoted) await removeFile(path);
      },
    };
  }

  async has(sha256: Buffer): Promise<boolean> {
    return this.size(sha256).then(
      () => true,
      (error: unknown) => {
        if (error instanceof NotFoundError) return false;
        throw error;
      },
    );
  }

  async release(sha256: Buffer): Promise<void> {
    await this.claim(sha256);
  }

  async listClaimed(): Promise<Buffer[]> {
    const names = new Set((await this.claims()).map((claim) => hashOf(claim).toString('hex')));
    return [...names].map((name) => Buffer.from(name, 'hex'));
  }

  async expireStagedFiles(olderThanMs: number): Promise<number> {
    return this.staging.removeStale(olderThanMs);
  }

  async removeUnreferenced(olderThanMs: number, findReferenced: FindReferencedHashes): Promise<number> {
    const claims = await this.staleClaims(olderThanMs);
    let removed = 0;
    for (let start = 0; start < claims.length; start += CLEANUP_BATCH_SIZE) {
      const batch = claims.slice(start, start + CLEANUP_BATCH_SIZE);
      const hashes = new Map(batch.map((claim) => [hashOf(claim).toString('hex'), hashOf(claim)]));
      for (const sha256 of await findReferenced([...hashes.values()])) hashes.delete(sha256.toString('hex'));
      for (const sha256 of hashes.values())
        if (await this.removeIfUnreferenced(sha256, claims, findReferenced)) removed += 1;
      for (const claim of batch) if (hashes.has(hashOf(claim).toString('hex'))) await this.removeClaim(claim);
    }
    return removed;
  }

  /**
   * Moves bytes to the trash before checking references: a later promotion stores them again, an earlier one has left a claim
   * or a committed row. Claims are read before rows, since a claim is removed only after its row is committed.
   * @param knownClaims claims to ignore
   */
  private async removeIfUnreferenced(
    sha256: Buffer,
    knownClaims: readonly string[],
    findReferenced: FindReferencedHashes,
  ): Promise<boolean> {
    if (!(await this.moveToTrash(sha256))) return false;
    const claims = await this.claims(sha256.toString('hex'));
    const isClaimed = claims.some((claim) => !knownClaims.includes(claim));
    if (isClaimed || (await findReferenced([sha256])).length > 0) {
      await this.restoreFromTrash(sha256);
      return false;
    }
    await this.deleteFromTrash(sha256);
    return true;
  }

  private async claim(sha256: Buffer): Promise<string> {
    const claim = `${sha256.toString('hex')}.${randomUUID()}`;
    await this.addClaim(claim);
    return claim;
  }
}

function hashOf(claim: string): Buffer {
  return Buffer.from(/^[0-9a-f]{64}/.exec(claim)?.[0] ?? '', 'hex');
}
