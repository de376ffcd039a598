import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  type OpenedFile,
  type RangeRequest,
  type FilePart,
  selectFilePart,
} from '../../domain/file/staged-file';
import { Storage } from '../../storage/storage.port';
import { InvalidError, NotFoundError } from '../../domain/errors';
import { Downloader } from '../../outbound-http/downloader';

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

export interface RemoteFile {
  readonly name: string;
  readonly mimetype: string;
  readonly url: string;
}

const MEGABYTE = 1024 * 1024;
const MAX_BYTES = 10 * MEGABYTE;
const MAX_CACHED_BYTES = 32 * MEGABYTE;
const TTL_MS = 60_000;
const TIMEOUT_MS = 20_000;
/** Types that forms use. */
const READABLE =
  /^(?:(?:image|audio|video)\/[\w.+-]+|text\/(?:csv|plain|xml)|application\/(?:xml|json|geo\+json))$/;

/** Reads form media at other hosts for web forms, which may ask this host only (decision 77). */
@Injectable()
export class RemoteFileService {
  private readonly cache: LRUCache<string, Buffer>;

  constructor(downloader: Downloader) {
    this.cache = new LRUCache({
      maxSize: MAX_CACHED_BYTES,
      sizeCalculation: ({ length }) => Math.max(1, length),
      ttl: TTL_MS,
      fetchMethod: async (url, stale, { signal }) => {
        try {
          return await downloader.download(url, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal });
        } catch (error) {
          // A host that fails for a time must not break the form.
          if (stale === undefined) throw error;
          return stale;
        }
      },
    });
  }

  /** @throws NotFoundError if the host has no such file, or one that is too large or of another type */
  async open({ name, mimetype, url }: RemoteFile, range: RangeRequest): Promise<OpenedFile> {
    if (!READABLE.test(mimetype))
      throw new NotFoundError(`Files of type ${mimetype} are not read from other hosts.`);
    const bytes = await this.read(url);
    const etag = `"${hash('sha256', bytes, 'base64url')}"`;
    const part = selectFilePart(range, { byteSize: bytes.length, etag });
    return { name, mimetype, byteSize: bytes.length, etag, part, content: contentOf(bytes, part) };
  }

  private async read(url: string): Promise<Buffer> {
    try {
      return (await this.cache.fetch(url))!;
    } catch (error) {
      if (!(error instanceof InvalidError)) throw error;
      throw new NotFoundError(`The file is at another host. ${error.message}`);
    }
  }
}

function contentOf(bytes: Buffer, part: FilePart): Readable | undefined {
  switch (part.kind) {
    case 'whole':
      return Readable.from([bytes]);
    case 'part':
      return Readable.from([bytes.subarray(part.start, part.end + 1)]);
    case 'not-modified':
    case 'unsatisfiable':
      return undefined;
  }
}
