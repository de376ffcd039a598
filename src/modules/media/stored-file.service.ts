import { Injectable } from '@nestjs/common';
import type { OpenedFile } from '../../domain/file/staged-file';
import { type RangeRequest, type FilePart, selectFilePart } from '../../domain/file/file-part';
import { Storage } from '../../storage/storage.port';
import type { Readable } from 'node:stream';

/** Stored bytes with file name and media type. */
export interface StoredFile {
  readonly name: string;
  readonly mimetype: string;
  readonly byteSize: number;
  readonly sha256: Buffer;
}

/** Opens stored files, or ranges of them. */
@Injectable()
export class StoredFileService {
  constructor(private readonly storage: Storage) {}

  /** @throws NotFoundError when the bytes do not exist */
  async open({ sha256, ...file }: StoredFile, range: RangeRequest): Promise<OpenedFile> {
    const etag = `"${sha256.toString('base64url')}"`;
    const part = selectFilePart(range, { byteSize: file.byteSize, etag });
    return { ...file, etag, part, content: await this.read(sha256, part) };
  }

  private async read(sha256: Buffer, part: FilePart): Promise<Readable | undefined> {
    switch (part.kind) {
      case 'whole':
        return this.storage.read(sha256);
      case 'part':
        return this.storage.read(sha256, { start: part.start, end: part.end });
      case 'not-modified':
      case 'unsatisfiable':
        return undefined;
    }
  }
}
