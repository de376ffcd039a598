import type { Readable } from 'node:stream';
import type { FilePart } from './file-part';

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

/** Longest side of each rendition, in pixels (contract-data 3.8); undefined for the original. */
export const IMAGE_SIZES = { original: undefined, large: 1280, medium: 640, small: 240 } as const;

export type ImageSize = keyof typeof IMAGE_SIZES;

/** Returns whether the text names an image size. */
export function isImageSize(word: string): word is ImageSize {
  return Object.hasOwn(IMAGE_SIZES, word);
}

/** File, or part of one, opened for sending. */
export interface OpenedFile {
  readonly name: string;
  readonly mimetype: string;
  /** Size of the whole file. */
  readonly byteSize: number;
  /** Strong entity tag with its quotes, derived from the bytes. */
  readonly etag: string;
  readonly part: FilePart;
  /** Bytes of the part; undefined when there is no body. */
  readonly content: Readable | undefined;
}

/** Bytes of a file, or the URL of a remote one. */
export type FileContent =
  { readonly kind: 'bytes'; readonly file: OpenedFile } | { readonly kind: 'remote'; readonly url: string };

/** File part of a multipart request. */
export interface UploadedFile {
  readonly name: string;
  readonly staged: StagedFile;
}
