import type { Readable } from 'node:stream';

/** Raw headers of a range or conditional request (RFC 9110 13, 14). */
export interface RangeRequest {
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/** Part of a file to send. */
export type FilePart =
  | { readonly kind: 'whole' }
  /** First and last byte, inclusive, counted from 0. */
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  /** The client has the current version (304). */
  | { readonly kind: 'not-modified' }
  /** The range starts beyond the end (416). */
  | { readonly kind: 'unsatisfiable' };

const WHOLE: FilePart = { kind: 'whole' };

/**
 * Selects the part of a file to send. Multiple ranges and units other than bytes get the whole file, as RFC 9110 14.2
 * allows.
 * @param etag strong entity tag, with its quotes
 */
export function selectFilePart(
  request: RangeRequest,
  { byteSize, etag }: { byteSize: number; etag: string },
): FilePart {
  const { range, ifRange, ifNoneMatch } = request;
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, etag)) return { kind: 'not-modified' };
  if (range === undefined || (ifRange !== undefined && ifRange.trim() !== etag)) return WHOLE;
  const [, first = '', last = ''] = /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(range) ?? [];
  if (first === '' && last === '') return WHOLE;
  if (first === '') return lastBytes(Number(last), byteSize);
  if (last !== '' && Number(last) < Number(first)) return WHOLE;
  if (Number(first) >= byteSize) return { kind: 'unsatisfiable' };
  const end = last === '' ? byteSize - 1 : Math.min(Number(last), byteSize - 1);
  return { kind: 'part', start: Number(first), end };
}

function lastBytes(count: number, byteSize: number): FilePart {
  if (count === 0 || byteSize === 0) return { kind: 'unsatisfiable' };
  return { kind: 'part', start: Math.max(0, byteSize - count), end: byteSize - 1 };
}

/** Weak comparison (RFC 9110 13.1.2). */
function matches(header: string, etag: string): boolean {
  return header.split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim()));
}

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
