import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Pulls a chunk only on demand; `Readable.from` reads one chunk ahead. */
class PullStream extends Readable {
  private readonly source: AsyncIterator<Uint8Array>;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    super({ highWaterMark: 0 });
    this.source = chunks[Symbol.asyncIterator]();
  }

  override _read(): void {
    this.next().then(
      (chunk) => this.push(chunk),
      (error: unknown) => this.destroy(error as Error),
    );
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const ended = this.source.return?.() ?? Promise.resolve();
    ended.then(
      () => done(error),
      (failure: unknown) => done(error ?? (failure as Error)),
    );
  }

  /** Skips empty chunks: pushing one would not wake the reader. @returns null at the end */
  private async next(): Promise<Uint8Array | null> {
    for (;;) {
      const step = await this.source.next();
      if (step.done === true) return null;
      if (step.value.length > 0) return step.value;
    }
  }
}

/** Writes chunks into a sink with backpressure and ends it; requests a chunk only when the sink has taken the last. */
export function writeChunks(sink: Writable, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  return pipeline(new PullStream(chunks), sink);
}
