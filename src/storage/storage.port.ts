import type { Readable } from 'node:stream';

/** Bytes that were written down for good. */
export interface StoredBytes {
  /** SHA-256 of the bytes; also their only name. */
  readonly sha256: Buffer;
  readonly byteSize: number;
}

/**
 * Where uploaded files live. Bytes are named by their content, so the same file is kept once and nothing that a client
 * calls a file ever becomes a path.
 */
export abstract class Storage {
  /**
   * Writes a stream to its end. When the promise resolves, the bytes survive a crash of the machine.
   * @param maxBytes more than this ends in TooLargeError and leaves nothing behind
   */
  abstract write(source: Readable, maxBytes: number): Promise<StoredBytes>;

  /** @throws NotFoundError when no such bytes are kept. */
  abstract read(sha256: Buffer): Promise<Readable>;

  abstract has(sha256: Buffer): Promise<boolean>;

  /** Removes what a crash left half written, older than `olderThanMs`. */
  abstract sweepDrafts(olderThanMs: number): Promise<number>;
}
