/** Chunks of bytes, streamed or in memory. */
export type ByteSource = AsyncIterable<Buffer> | Iterable<Buffer>;

/**
 * Bytes written and fsynced to storage, not readable yet. Order for bytes that a row will reference: `promote`, commit
 * the row, `confirm`. The creator calls `discard` in `finally`.
 */
export interface StagedFile {
  /** SHA-256 of the bytes, their storage key. */
  readonly sha256: Buffer;
  readonly byteSize: number;

  /** Makes the bytes readable under their hash. Durable (fsync) once the promise resolves: they survive a crash. */
  promote(): Promise<void>;

  /**
   * Declares that a committed row references the bytes. Unconfirmed bytes are checked by every cleanup: right for
   * temporary bytes, and for bytes whose row may not have been committed.
   */
  confirm(): Promise<void>;

  /**
   * Undoes `promote` before `confirm`: removes the bytes unless a row references them or a concurrent upload promotes the
   * same bytes.
   */
  rollBack(findReferenced: FindReferencedHashes): Promise<void>;

  /** Removes bytes that were not promoted. Idempotent. */
  discard(): Promise<void>;
}

/** Returns the subset of these SHA-256 hashes that rows reference. */
export type FindReferencedHashes = (sha256s: readonly Buffer[]) => Promise<readonly Buffer[]>;
