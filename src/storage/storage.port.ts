import type { Readable } from 'node:stream';
import type { ByteSource, Draft, NamedHashes } from '../domain/file/draft';

/** Part of a file: the first and the last byte, both included, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Bytes that are kept, by the SHA-256 that is their name. */
export interface StoredEntry {
  readonly sha256: Buffer;
  readonly byteSize: number;
}

/**
 * Where uploaded files live. Bytes are named by their content, so the same file is kept once and nothing that a client
 * calls a file ever becomes a path.
 */
export abstract class Storage {
  /**
   * Writes bytes to their end, under no name. A stream that fails, or of which no more is wanted, is destroyed.
   * @param maxBytes more than this ends in TooLargeError and leaves nothing behind
   */
  abstract draft(source: ByteSource, maxBytes: number): Promise<Draft>;

  /** Tries a write. @throws UnavailableError with a sentence for the operator */
  abstract probe(): Promise<void>;

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

  /**
   * All bytes that are kept, renditions and bytes without a row among them, in the order of their hashes: two storages can
   * be compared side by side. Bytes that come or go meanwhile may be told or not; `read` finds whatever a row names, also
   * while a sweep asks about it. To put bytes into another storage: `draft`, compare its hash, `promote`, `keep`.
   */
  abstract entries(): AsyncIterable<StoredEntry>;

  /** The bytes that the sweep will ask about: each hash once. They may be gone already. */
  abstract claimed(): Promise<readonly Buffer[]>;

  /** Removes drafts that nobody has written to for `olderThanMs`: a crash left them. @returns how many */
  abstract sweepDrafts(olderThanMs: number): Promise<number>;

  /**
   * Removes bytes that were promoted or released at least `olderThanMs` ago and that no row names. The same bytes may
   * be promoted anew at any moment of it, and stay then.
   * @returns how many files
   */
  abstract sweepUnnamed(olderThanMs: number, named: NamedHashes): Promise<number>;
}
