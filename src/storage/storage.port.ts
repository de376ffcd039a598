import type { Readable } from 'node:stream';

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

/** Part of a file: the first and the last byte, both included, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Of these hashes, those that some row names. */
export type NamedHashes = (sha256s: readonly Buffer[]) => Promise<readonly Buffer[]>;

/**
 * Where uploaded files live. Bytes are named by their content, so the same file is kept once and nothing that a client
 * calls a file ever becomes a path.
 */
export abstract class Storage {
  /**
   * Writes a stream to its end, under no name.
   * @param maxBytes more than this ends in TooLargeError and leaves nothing behind
   */
  abstract draft(source: Readable, maxBytes: number): Promise<Draft>;

  /** @param range the whole file when absent. @throws NotFoundError when no such bytes are kept. */
  abstract read(sha256: Buffer, range?: ByteRange): Promise<Readable>;

  /** In bytes. @throws NotFoundError when no such bytes are kept. */
  abstract size(sha256: Buffer): Promise<number>;

  abstract has(sha256: Buffer): Promise<boolean>;

  /**
   * Says that a row which named these bytes does so no more. They are removed by a later sweep, unless another row
   * names them: the same bytes may have come in many times.
   */
  abstract release(sha256: Buffer): Promise<void>;

  /** Removes the bytes now, whoever names them; nothing when there are none. */
  abstract delete(sha256: Buffer): Promise<void>;

  /** Removes drafts that nobody has written to for `olderThanMs`: a crash left them. @returns how many */
  abstract sweepDrafts(olderThanMs: number): Promise<number>;

  /**
   * Removes bytes that were promoted or released at least `olderThanMs` ago and that no row names. The same bytes may
   * be promoted anew at any moment of it, and stay then.
   * @returns how many files
   */
  abstract sweepUnnamed(olderThanMs: number, named: NamedHashes): Promise<number>;
}
