import { Writable } from 'node:stream';
import type { ContentHash } from './content-hash';
import { OpenFile } from './open-file';

/** Chunks received during a write are written together: each write is a round trip to a libuv thread. */
const BUFFER_BYTES = 128 * 1024;

type Callback = (error?: Error | null) => void;

export class StagingWriter extends Writable {
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
    this.track(this.appendAndHash([chunk]), done);
  }

  override _writev(entries: readonly { chunk: Buffer }[], done: Callback): void {
    this.track(this.appendAndHash(entries.map(({ chunk }) => chunk)), done);
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

  private async appendAndHash(chunks: Buffer[]): Promise<void> {
    const writing = this.file!.append(chunks);
    try {
      for (const chunk of chunks) this.hash.add(chunk);
    } finally {
      await writing;
    }
  }

  private track(operation: Promise<void>, done: Callback): void {
    this.pending = operation;
    operation.then(() => done(), done);
  }
}
