const INITIAL_CAPACITY = 64 * 1024;
const MAX_BYTES_PER_UNIT = 3;

/** Builds UTF-8 bytes from small pieces, without one long string that would be costly to collect. */
export class Utf8Text {
  private static readonly encoder = new TextEncoder();
  private buffer = new Uint8Array(0);
  private length = 0;

  append(text: string): void {
    const needed = this.length + text.length * MAX_BYTES_PER_UNIT;
    if (needed > this.buffer.length) this.grow(needed);
    this.length += Utf8Text.encoder.encodeInto(text, this.buffer.subarray(this.length)).written;
  }

  /** Returns a copy of the bytes appended so far and resets the builder. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.buffer.slice(0, this.length);
    this.length = 0;
    return bytes;
  }

  private grow(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, INITIAL_CAPACITY, this.buffer.length * 2));
    larger.set(this.buffer.subarray(0, this.length));
    this.buffer = larger;
  }
}
