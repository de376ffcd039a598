import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Writable } from 'node:stream';
import type { ByteSource } from '../domain/file/staged-file';
import { removeFile, staleNamesIn, OpenFile, ContentHash } from './folder-files';

/** Chunks received during a write are written together: each write is a round trip to a libuv thread. */
const BUFFER_BYTES = 128 * 1024;

/** Two blocks of most file systems. */
const PROBE = Buffer.alloc(8 * 1024, 'probe ');

type Callback = (error?: Error | null) => void;

class StagingWriter extends Writable {
  private file: OpenFile | undefined;
  /** Pending operation; the file is closed after it. */
  private pending = Promise.resolve();

  constructor(
    private readonly path: string,
    private readonly hash: ContentHash,
    /** Fsyncs the file before `finish`. */
    private readonly isSynced: boolean,
  ) {
    super({ highWaterMark: BUFFER_BYTES });
  }

  override _construct(done: Callback): void {
    const open = async (): Promise<void> => {
      this.file = await OpenFile.open(this.path, 'wx');
    };
    this.track(open(), done);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Callback): void {
    this.track(appendAndHash(this.file!, [chunk], this.hash), done);
  }

  override _writev(entries: readonly { chunk: Buffer }[], done: Callback): void {
    const chunks = entries.map(({ chunk }) => chunk);
    this.track(appendAndHash(this.file!, chunks, this.hash), done);
  }

  override _final(done: Callback): void {
    if (this.isSynced) this.track(this.file!.sync(), done);
    else done();
  }

  override _destroy(error: Error | null, done: Callback): void {
    const close = async (): Promise<void> => {
      await this.pending.catch(() => undefined);
      this.file?.close();
    };
    close().then(() => done(error), done);
  }

  private track(operation: Promise<void>, done: Callback): void {
    this.pending = operation;
    operation.then(() => done(), done);
  }
}

/** Hashes the chunks while they are written. */
async function appendAndHash(file: OpenFile, chunks: readonly Buffer[], hash: ContentHash): Promise<void> {
  const writing = file.append(chunks);
  try {
    for (const chunk of chunks) hash.add(chunk);
  } finally {
    await writing;
  }
}

export interface LocalStagedFile {
  readonly path: string;
  readonly sha256: Buffer;
  readonly byteSize: number;
}

/** Folder of incoming files, whose hash is not known before their last byte. */
export class StagingFolder {
  private prepared: Promise<unknown> | undefined;

  constructor(
    readonly folder: string,
    private readonly isSynced: boolean,
  ) {}

  /** Removes the file on any error. @throws TooLargeError for more than `maxBytes` */
  async write(source: ByteSource, maxBytes: number): Promise<LocalStagedFile> {
    await this.prepare();
    const path = join(this.folder, randomUUID());
    const hash = new ContentHash(maxBytes);
    try {
      if (Array.isArray(source)) await this.writeAtOnce(source as readonly Buffer[], path, hash);
      else await this.writeStream(source, path, hash);
    } catch (error) {
      await removeFile(path);
      throw error;
    }
    return { path, sha256: hash.digest(), byteSize: hash.byteSize };
  }

  /** Writes and removes a file. Its bytes need blocks: on a full disk an empty file can still be created. */
  async probe(): Promise<void> {
    const { path } = await this.write([PROBE], PROBE.length);
    await removeFile(path);
  }

  /** Removes files last written to at least `olderThanMs` ago. @returns their number */
  async removeStale(olderThanMs: number): Promise<number> {
    const stale = await staleNamesIn(this.folder, olderThanMs);
    for (const name of stale) await removeFile(join(this.folder, name));
    return stale.length;
  }

  /** Writes chunks in memory without a stream, whose parts took half of the processor time. */
  private async writeAtOnce(chunks: readonly Buffer[], path: string, hash: ContentHash): Promise<void> {
    const file = await OpenFile.open(path, 'wx');
    try {
      await appendAndHash(file, chunks, hash);
      if (this.isSynced) await file.sync();
    } finally {
      file.close();
    }
  }

  /** Rejects when the file is closed: one that is still being opened would appear after its removal. */
  private async writeStream(source: ByteSource, path: string, hash: ContentHash): Promise<void> {
    const writer = new StagingWriter(path, hash, this.isSynced);
    const closed = new Promise((resolve) => writer.once('close', resolve));
    try {
      await pipeline(source, writer);
    } catch (error) {
      await closed;
      throw error;
    }
  }

  private async prepare(): Promise<void> {
    this.prepared ??= mkdir(this.folder, { recursive: true });
    await this.prepared.catch((error: unknown) => {
      this.prepared = undefined;
      throw error;
    });
  }
}
