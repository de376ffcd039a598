import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { TooLargeError } from '../domain/errors';

/** Passes bytes on while counting and hashing them; fails at the first byte too many. */
export class MeteredHash extends Transform {
  private readonly hash = createHash('sha256');
  byteSize = 0;

  constructor(private readonly maxBytes: number) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.byteSize += chunk.length;
    if (this.byteSize > this.maxBytes) {
      done(new TooLargeError(`A file is larger than the ${this.maxBytes} bytes that this service takes.`));
      return;
    }
    this.hash.update(chunk);
    done(null, chunk);
  }

  /** The SHA-256 of all that passed; once, at the end. */
  digest(): Buffer {
    return this.hash.digest();
  }
}
