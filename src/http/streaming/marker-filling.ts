import { Transform, type TransformCallback } from 'node:stream';
import { HOST_MARKER, OWNER_MARKER } from '../../domain/text/url-marker';

/** What all markers have behind their first character. To look for that one would be slow: JSON is full of quotes. */
const ESCAPE = Buffer.from(HOST_MARKER.slice(1, -2));
const MARKER_BYTES = Buffer.byteLength(HOST_MARKER);

/** What markers stand for. */
export interface MarkerValues {
  readonly host: string;
  readonly ownerUsername: string;
}

/** Finds the markers of JSON bytes without decoding them (see url-marker.ts). */
export class Markers {
  private readonly fillings: ReadonlyMap<string, Buffer>;

  constructor({ host, ownerUsername }: MarkerValues) {
    const opened = (text: string): Buffer => Buffer.from(JSON.stringify(text).slice(0, -1));
    this.fillings = new Map([
      [HOST_MARKER, opened(host)],
      [OWNER_MARKER, opened(ownerUsername)],
    ]);
  }

  /** Parts of bytes that end with a whole value, the markers filled. */
  *filled(bytes: Buffer): Generator<Buffer> {
    const parts: Buffer[] = [];
    const behind = this.fill(bytes, (part) => parts.push(part));
    yield* parts;
    yield bytes.subarray(behind);
  }

  /** Gives what stands before and in the place of each marker. @returns the place behind the last one */
  fill(bytes: Buffer, give: (part: Buffer) => void): number {
    let from = 0;
    for (;;) {
      const escape = bytes.indexOf(ESCAPE, from);
      const at = Math.max(from, escape - 1);
      if (escape === -1 || at + MARKER_BYTES > bytes.length) return from;
      const filling = this.fillings.get(bytes.toString('latin1', at, at + MARKER_BYTES));
      const end = filling === undefined ? escape + ESCAPE.length : at + MARKER_BYTES;
      give(bytes.subarray(from, filling === undefined ? end : at));
      if (filling !== undefined) give(filling);
      from = end;
    }
  }
}

/** Fills markers on their way, wherever the chunks end. */
export class MarkerFilling extends Transform {
  private readonly markers: Markers;
  private held: Buffer = Buffer.alloc(0);

  constructor(values: MarkerValues) {
    super();
    this.markers = new Markers(values);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const bytes = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk]);
    const behind = this.markers.fill(bytes, (part) => this.push(part));
    // The end of the chunk may be the start of a marker.
    const safe = Math.max(behind, bytes.length - (MARKER_BYTES - 1));
    if (safe > behind) this.push(bytes.subarray(behind, safe));
    this.held = bytes.subarray(safe);
    done();
  }

  override _flush(done: TransformCallback): void {
    this.push(this.held);
    done();
  }
}
