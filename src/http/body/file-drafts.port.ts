import type { Readable } from 'node:stream';

/** The bytes of a file that came in. They last as long as the request, unless they are promoted. */
export interface FileDraft {
  readonly sha256: Buffer;
  readonly byteSize: number;
  promote(): Promise<void>;
  keep(): Promise<void>;
  discard(): Promise<void>;
}

/** Where files go while the request that brings them is read; no part of one stays in memory. */
export abstract class FileDrafts {
  /** @throws TooLargeError beyond `maxBytes`; nothing is left then */
  abstract draft(source: Readable, maxBytes: number): Promise<FileDraft>;
}
