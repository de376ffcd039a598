import { Transform, type TransformCallback } from 'node:stream';
import { HOST_MARKER, OWNER_MARKER } from '../../domain/text/url-marker';

/** What all markers have behind their first character. To look for that one would be slow: JSON is full of quotes. */
const ESCAPE = Buffer.from(HOST_MARKER.slice(1, -2));
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
      const escape = bytes.indexOf(ESCAPE, from);
      const at = Math.max(from, escape - 1);
      if (escape === -1 || at + MARKER_BYTES > bytes.length) break;
      const filling = this.fillings.get(bytes.toString('latin1', at, at + MARKER_BYTES));
      const end = filling === undefined ? escape + ESCAPE.length : at + MARKER_BYTES;
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
