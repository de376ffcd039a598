import type { ByteSource, StagedFile } from '../../domain/file/staged-file';

/** Streams uploaded files to storage while the request is read. */
export abstract class FileStaging {
  /** @throws TooLargeError beyond `maxBytes`, after removing what was written */
  abstract stage(source: ByteSource, maxBytes: number): Promise<StagedFile>;
}
