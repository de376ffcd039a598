import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { TooLargeError } from '../domain/errors';

/** The SHA-256 of bytes that come piece by piece, and their number. */
export class ContentHash {
  private readonly hash = createHash('sha256');
  byteSize = 0;

  constructor(private readonly maxBytes: number) {}

  /** @throws TooLargeError at the first byte too many */
  add(bytes: Buffer): void {
    this.byteSize += bytes.length;
    if (this.byteSize > this.maxBytes) {
      throw new TooLargeError(`A file is larger than the ${this.maxBytes} bytes that this service takes.`);
    }
    this.hash.update(bytes);
  }

  /** Once, at the end. */
  digest(): Buffer {
    return this.hash.digest();
  }
}

/** Passes bytes on while counting and hashing them. */
export class MeteredHash extends Transform {
  private readonly hash = new ContentHash(Infinity);

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.hash.add(chunk);
    done(null, chunk);
  }

  get byteSize(): number {
    return this.hash.byteSize;
  }

  /** The SHA-256 of all that passed; once, at the end. */
  digest(): Buffer {
    return this.hash.digest();
  }
}
