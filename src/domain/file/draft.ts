/** Bytes that come piece by piece: a stream of them, or those that are there already. */
export type ByteSource = AsyncIterable<Buffer> | Iterable<Buffer>;

/**
 * Bytes that are written and synced, and that nobody can read yet. Whoever made a draft discards it in `finally`; the
 * order for bytes that a row will name is promote, commit the row, keep.
 */
export interface Draft {
  /** SHA-256 of the bytes; also their only name. */
  readonly sha256: Buffer;
  readonly byteSize: number;

  /** Gives the bytes their name, once. When the promise resolves, they survive a crash of the machine. */
  promote(): Promise<void>;

  /**
   * Says that a committed row names the bytes for good. Without this the sweep asks about them again and again: right for
   * bytes whose row may never have come, and for those that are needed for a while only.
   */
  keep(): Promise<void>;

  /**
   * Takes the promotion back, before it was kept: removes the bytes, unless a row names them or somebody else promotes the
   * same just now.
   */
  withdraw(named: NamedHashes): Promise<void>;

  /** Removes what was not promoted; nothing else. May be called whatever happened before, and more than once. */
  discard(): Promise<void>;
}

/** Of these hashes, those that some row names. */
export type NamedHashes = (sha256s: readonly Buffer[]) => Promise<readonly Buffer[]>;
