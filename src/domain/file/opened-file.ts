import type { Readable } from 'node:stream';
import type { FilePart } from './file-part';

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
