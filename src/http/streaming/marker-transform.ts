import { Transform, type TransformCallback, Readable, type Writable } from 'node:stream';
import { HOST_MARKER, OWNER_MARKER } from '../../domain/text/url-text';
import { pipeline } from 'node:stream/promises';

/** Common part of all markers, without the leading quote: searching for quotes would be slow in JSON. */
const ESCAPE = Buffer.from(HOST_MARKER.slice(1, -2));
const MARKER_BYTES = Buffer.byteLength(HOST_MARKER);

export interface MarkerReplacements {
  readonly host: string;
  readonly ownerUsername: string;
}

/** Replaces the markers of JSON bytes without decoding them (see url-text.ts). */
export class MarkerReplacer {
  private readonly replacements: ReadonlyMap<string, Buffer>;

  constructor({ host, ownerUsername }: MarkerReplacements) {
    const opened = (text: string): Buffer => Buffer.from(JSON.stringify(text).slice(0, -1));
    this.replacements = new Map([
      [HOST_MARKER, opened(host)],
      [OWNER_MARKER, opened(ownerUsername)],
    ]);
  }

  *replaceAll(bytes: Buffer): Generator<Buffer> {
    const parts: Buffer[] = [];
    const end = this.replaceIn(bytes, (part) => parts.push(part));
    yield* parts;
    yield bytes.subarray(end);
  }

  /** Emits the bytes before each marker and its replacement. @returns the offset after the last marker */
  replaceIn(bytes: Buffer, emit: (part: Buffer) => void): number {
    let from = 0;
    for (;;) {
      const escape = bytes.indexOf(ESCAPE, from);
      const at = Math.max(from, escape - 1);
      if (escape === -1 || at + MARKER_BYTES > bytes.length) return from;
      const replacement = this.replacements.get(bytes.toString('latin1', at, at + MARKER_BYTES));
      const end = replacement === undefined ? escape + ESCAPE.length : at + MARKER_BYTES;
      emit(bytes.subarray(from, replacement === undefined ? end : at));
      if (replacement !== undefined) emit(replacement);
      from = end;
    }
  }
}

/** Replaces markers in a stream, also those split across chunks. */
export class MarkerTransform extends Transform {
  private readonly markers: MarkerReplacer;
  private tail: Buffer = Buffer.alloc(0);

  constructor(values: MarkerReplacements) {
    super();
    this.markers = new MarkerReplacer(values);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const bytes = this.tail.length === 0 ? chunk : Buffer.concat([this.tail, chunk]);
    const end = this.markers.replaceIn(bytes, (part) => this.push(part));
    // A marker may start at the end of the chunk.
    const safe = Math.max(end, bytes.length - (MARKER_BYTES - 1));
    if (safe > end) this.push(bytes.subarray(end, safe));
    this.tail = bytes.subarray(safe);
    done();
  }

  override _flush(done: TransformCallback): void {
    this.push(this.tail);
    done();
  }
}

/** Pulls a chunk only on demand; `Readable.from` reads one chunk ahead. */
class PullStream extends Readable {
  private readonly source: AsyncIterator<Uint8Array>;
  private first: Uint8Array | null | undefined;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    super({ highWaterMark: 0 });
    this.source = chunks[Symbol.asyncIterator]();
  }

  /** Reads the first chunk. A failure rejects and leaves the sink as it was, so that it can still get an error. */
  async open(): Promise<void> {
    try {
      this.first = await this.next();
    } catch (error) {
      this.destroy();
      throw error;
    }
  }

  override _read(): void {
    const { first } = this;
    if (first !== undefined) {
      this.first = undefined;
      this.push(first);
      return;
    }
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
export async function writeChunks(sink: Writable, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const source = new PullStream(chunks);
  await source.open();
  await pipeline(source, sink);
}

/** Writes texts, which may be large, likewise. */
export function writeTexts(sink: Writable, texts: AsyncIterable<string>): Promise<void> {
  return writeChunks(sink, encoded(texts));
}

async function* encoded(texts: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}
