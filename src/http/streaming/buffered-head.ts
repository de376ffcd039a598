import { Writable } from 'node:stream';

/** Buffers the first `maxBytes` written and discards the rest. */
export class BufferedHead extends Writable {
  private readonly chunks: Buffer[] = [];
  private written = 0;

  constructor(private readonly maxBytes: number) {
    super();
  }

  get isTruncated(): boolean {
    return this.written > this.maxBytes;
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const remaining = this.maxBytes - this.written;
    if (remaining > 0) this.chunks.push(chunk.subarray(0, remaining));
    this.written += chunk.length;
    done();
  }
}
