import { Writable } from 'node:stream';

/** Keeps the first bytes of what is written and lets go of the rest. */
export class KeptHead extends Writable {
  private readonly chunks: Buffer[] = [];
  private written = 0;

  constructor(private readonly most: number) {
    super();
  }

  get isCut(): boolean {
    return this.written > this.most;
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const room = this.most - this.written;
    if (room > 0) this.chunks.push(chunk.subarray(0, room));
    this.written += chunk.length;
    done();
  }
}
