import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { TooLargeError } from '../domain/errors';

/** Incremental SHA-256 with a byte count and a size limit. */
export class ContentHash {
  private readonly hash = createHash('sha256');
  byteSize = 0;

  constructor(private readonly maxBytes: number) {}

  add(bytes: Buffer): void {
    this.byteSize += bytes.length;
    if (this.byteSize > this.maxBytes) {
      throw new TooLargeError(`The file exceeds the limit of ${this.maxBytes} bytes. Send a smaller one.`);
    }
    this.hash.update(bytes);
  }

  /** To be called once, at the end. */
  digest(): Buffer {
    return this.hash.digest();
  }
}

/** Pass-through stream that counts and hashes bytes. */
export class HashingTransform extends Transform {
  private readonly hash = new ContentHash(Infinity);

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.hash.add(chunk);
    done(null, chunk);
  }

  get byteSize(): number {
    return this.hash.byteSize;
  }

  /** To be called once, at the end. */
  digest(): Buffer {
    return this.hash.digest();
  }
}
