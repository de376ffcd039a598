import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { type AskedPart, type FilePart, partOf } from '../../domain/file/file-part';
import type { OpenedFile } from '../../domain/file/opened-file';
import { Storage } from '../../storage/storage.port';

/** Bytes in the storage, and what they are called. */
export interface StoredFile {
  readonly name: string;
  readonly mimetype: string;
  readonly byteSize: number;
  readonly sha256: Buffer;
}

/** Opens files for whoever asks for the whole or a part of them. */
@Injectable()
export class StoredFileService {
  constructor(private readonly storage: Storage) {}

  /** @throws NotFoundError when the bytes are gone */
  async open({ sha256, ...file }: StoredFile, asked: AskedPart): Promise<OpenedFile> {
    const etag = `"${sha256.toString('base64url')}"`;
    const part = partOf(asked, { byteSize: file.byteSize, etag });
    return { ...file, etag, part, content: await this.read(sha256, part) };
  }

  private async read(sha256: Buffer, part: FilePart): Promise<Readable | undefined> {
    switch (part.kind) {
      case 'whole':
        return this.storage.read(sha256);
      case 'part':
        return this.storage.read(sha256, { start: part.start, end: part.end });
      case 'unchanged':
      case 'beyond':
        return undefined;
    }
  }
}
