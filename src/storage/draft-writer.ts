import { Writable } from 'node:stream';
import type { ContentHash } from './metered-hash';
import { OpenFile } from './open-file';

/** What comes while as much is written is written together: each write is a way to another thread and back. */
const PIECE_BYTES = 128 * 1024;

type Told = (error?: Error | null) => void;

/** Writes a new file, and hashes what is being written meanwhile. */
export class DraftWriter extends Writable {
  private file: OpenFile | undefined;
  /** What is under way on the file: it is closed after that. */
  private work = Promise.resolve();

  constructor(
    private readonly path: string,
    private readonly hash: ContentHash,
    /** Whether the file survives a crash of the machine once the stream has finished. */
    private readonly isSynced: boolean,
  ) {
    super({ highWaterMark: PIECE_BYTES });
  }

  override _construct(done: Told): void {
    const open = async (): Promise<void> => {
      this.file = await OpenFile.open(this.path, 'wx');
    };
    this.tell(open(), done);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Told): void {
    this.tell(this.take([chunk]), done);
  }

  override _writev(written: readonly { chunk: Buffer }[], done: Told): void {
    this.tell(this.take(written.map(({ chunk }) => chunk)), done);
  }

  override _final(done: Told): void {
    if (this.isSynced) this.tell(this.file!.sync(), done);
    else done();
  }

  override _destroy(error: Error | null, done: Told): void {
    const close = async (): Promise<void> => {
      await this.work.catch(() => undefined);
      this.file?.close();
    };
    close().then(() => done(error), done);
  }

  private async take(chunks: Buffer[]): Promise<void> {
    const writing = this.file!.append(chunks);
    try {
      for (const chunk of chunks) this.hash.add(chunk);
    } finally {
      await writing;
    }
  }

  private tell(work: Promise<void>, done: Told): void {
    this.work = work;
    work.then(() => done(), done);
  }
}
