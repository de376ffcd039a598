import type { ByteSource, Draft } from '../../domain/file/draft';

/** Where files go while the request that brings them is read; no part of one stays in memory. */
export abstract class FileDrafts {
  /** @throws TooLargeError beyond `maxBytes`; nothing is left then */
  abstract draft(source: ByteSource, maxBytes: number): Promise<Draft>;
}
