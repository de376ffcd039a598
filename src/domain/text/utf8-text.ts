const FIRST_CAPACITY = 64 * 1024;
/** UTF-8 takes so many bytes of a UTF-16 unit at most. */
const MOST_BYTES_PER_UNIT = 3;

/** Text that grows by small pieces and becomes bytes: it is never one long string, which would be costly to collect. */
export class Utf8Text {
  private static readonly encoder = new TextEncoder();
  private memory = new Uint8Array(0);
  private length = 0;

  append(text: string): void {
    const needed = this.length + text.length * MOST_BYTES_PER_UNIT;
    if (needed > this.memory.length) this.grow(needed);
    this.length += Utf8Text.encoder.encodeInto(text, this.memory.subarray(this.length)).written;
  }

  /** All of it so far, in memory of its own; what is appended then is another text. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.memory.slice(0, this.length);
    this.length = 0;
    return bytes;
  }

  private grow(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, FIRST_CAPACITY, this.memory.length * 2));
    larger.set(this.memory.subarray(0, this.length));
    this.memory = larger;
  }
}
