import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Pieces as a stream that asks for the next one when it is asked itself; `Readable.from` is one piece ahead of that. */
class Pulled extends Readable {
  private readonly source: AsyncIterator<Uint8Array>;

  constructor(pieces: AsyncIterable<Uint8Array>) {
    super({ highWaterMark: 0 });
    this.source = pieces[Symbol.asyncIterator]();
  }

  override _read(): void {
    this.next().then(
      (piece) => this.push(piece),
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

  /** An empty piece would say nothing to who waits for one. @returns null behind the last one */
  private async next(): Promise<Uint8Array | null> {
    for (;;) {
      const step = await this.source.next();
      if (step.done === true) return null;
      if (step.value.length > 0) return step.value;
    }
  }
}

/** Writes pieces into a sink and ends it. A piece is asked for when those before it are taken, and not sooner. */
export function pulledInto(sink: Writable, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  return pipeline(new Pulled(pieces), sink);
}
