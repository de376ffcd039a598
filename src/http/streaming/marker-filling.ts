import { Transform, type TransformCallback } from 'node:stream';
import { HOST_MARKER, OWNER_MARKER } from '../../domain/text/url-marker';

const MARKER_START = Buffer.from(HOST_MARKER.slice(0, -4));
const MARKER_BYTES = Buffer.byteLength(HOST_MARKER);

/** Fills the markers of JSON bytes on their way, without decoding them (see url-marker.ts). */
export class MarkerFilling extends Transform {
  private readonly fillings: ReadonlyMap<string, Buffer>;
  private held: Buffer = Buffer.alloc(0);

  constructor({ host, ownerUsername }: { host: string; ownerUsername: string }) {
    super();
    const opened = (text: string): Buffer => Buffer.from(JSON.stringify(text).slice(0, -1));
    this.fillings = new Map([
      [HOST_MARKER, opened(host)],
      [OWNER_MARKER, opened(ownerUsername)],
    ]);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const bytes = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk]);
    let from = 0;
    for (;;) {
      const at = bytes.indexOf(MARKER_START, from);
      if (at === -1 || at + MARKER_BYTES > bytes.length) break;
      const filling = this.fillings.get(bytes.toString('latin1', at, at + MARKER_BYTES));
      const end = at + (filling === undefined ? MARKER_START.length : MARKER_BYTES);
      this.push(bytes.subarray(from, filling === undefined ? end : at));
      if (filling !== undefined) this.push(filling);
      from = end;
    }
    // The end of the chunk may be the start of a marker.
    const safe = Math.max(from, bytes.length - (MARKER_BYTES - 1));
    if (safe > from) this.push(bytes.subarray(from, safe));
    this.held = bytes.subarray(safe);
    done();
  }

  override _flush(done: TransformCallback): void {
    this.push(this.held);
    done();
  }
}
