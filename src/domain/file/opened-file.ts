import type { Readable } from 'node:stream';
import type { FilePart } from './file-part';

/** A file, or a part of it, ready to be sent. */
export interface OpenedFile {
  readonly name: string;
  readonly mimetype: string;
  /** Of the whole file. */
  readonly byteSize: number;
  /** In its quotes; the same bytes have the same one. */
  readonly etag: string;
  readonly part: FilePart;
  /** Of the part; undefined when nothing is sent. */
  readonly content: Readable | undefined;
}

/** The bytes of a file, or where they are. */
export type FileContent =
  | { readonly kind: 'bytes'; readonly file: OpenedFile }
  | { readonly kind: 'elsewhere'; readonly url: string };
