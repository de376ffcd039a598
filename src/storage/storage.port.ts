import type { Readable } from 'node:stream';
import type { ByteSource, FindReferencedHashes, StagedFile } from '../domain/file/staged-file';

/** Byte range from 0, both ends inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredEntry {
  readonly sha256: Buffer;
  readonly byteSize: number;
}

/**
 * Content-addressed storage of uploaded files: bytes are keyed by their SHA-256, so that equal files are stored once and
 * filenames of clients never become paths.
 */
export abstract class Storage {
  /**
   * Writes bytes to staging. Destroys the source on failure.
   * @throws TooLargeError for more than `maxBytes`; no data remains
   */
  abstract stage(source: ByteSource, maxBytes: number): Promise<StagedFile>;

  /** Tests a write. @throws UnavailableError with a message for the operator */
  abstract probe(): Promise<void>;

  /** @param range absent: the whole file. @throws NotFoundError when the bytes are not stored */
  abstract read(sha256: Buffer, range?: ByteRange): Promise<Readable>;

  /** Size in bytes. @throws NotFoundError when the bytes are not stored */
  abstract size(sha256: Buffer): Promise<number>;

  abstract has(sha256: Buffer): Promise<boolean>;

  /**
   * Declares that a row no longer references these bytes. Cleanup removes them unless another row does: equal files share
   * their bytes.
   */
  abstract release(sha256: Buffer): Promise<void>;

  /**
   * All stored bytes, including renditions and unreferenced bytes, ordered by hash, so that two storages can be merged. Bytes
   * stored or deleted meanwhile may be missing; `read` finds all referenced bytes, also during a cleanup.
   */
  abstract entries(): AsyncIterable<StoredEntry>;

  /** Hashes that the next cleanup checks, without duplicates; their bytes may already be deleted. */
  abstract listClaimed(): Promise<readonly Buffer[]>;

  /** Removes staged files last written to at least `olderThanMs` ago, left by a crash. @returns their number */
  abstract expireStagedFiles(olderThanMs: number): Promise<number>;

  /**
   * Removes bytes promoted or released at least `olderThanMs` ago that no row references. Safe against concurrent promotion
   * of the same bytes.
   * @returns the number of files
   */
  abstract removeUnreferenced(olderThanMs: number, findReferenced: FindReferencedHashes): Promise<number>;
}

/** Registry of modules whose rows reference stored bytes. Cleanup queries them before it removes any. */
export class StoredFileOwners {
  private readonly owners: FindReferencedHashes[] = [];
  private isCleanupSuspended: () => Promise<boolean> = async () => false;

  /** @param owner returns the subset of hashes that its rows reference */
  register(owner: FindReferencedHashes): void {
    this.owners.push(owner);
  }

  /** Suspends cleanup while `predicate` resolves to true: a backup reads files of an earlier snapshot. */
  suspendCleanupWhile(predicate: () => Promise<boolean>): void {
    this.isCleanupSuspended = predicate;
  }

  /** Returns the subset of hashes that rows of any module reference. */
  readonly findReferenced: FindReferencedHashes = async (sha256s) => {
    const found: Buffer[] = [];
    for (const owner of this.owners) found.push(...(await owner(sha256s)));
    return found;
  };

  /** Returns the subset of hashes that cleanup must keep. Queries rows first: a later backup has a snapshot of them. */
  readonly findRetained: FindReferencedHashes = async (sha256s) => {
    const referenced = await this.findReferenced(sha256s);
    return (await this.isCleanupSuspended()) ? sha256s : referenced;
  };
}
