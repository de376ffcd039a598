import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { NotFoundError } from '../domain/errors';
import { MeteredHash } from './metered-hash';
import { Storage, type StoredBytes } from './storage.port';

/** Keeps files in memory; for tests. */
export class MemoryStorage extends Storage {
  private readonly files = new Map<string, Buffer>();

  async write(source: Readable, maxBytes: number): Promise<StoredBytes> {
    const meter = new MeteredHash(maxBytes);
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    });
    await pipeline(source, meter, sink);
    const sha256 = meter.digest();
    this.files.set(sha256.toString('hex'), Buffer.concat(chunks));
    return { sha256, byteSize: meter.byteSize };
  }

  async read(sha256: Buffer): Promise<Readable> {
    const file = this.files.get(sha256.toString('hex'));
    if (file === undefined) throw new NotFoundError('The file is not here any more.');
    return Readable.from([file]);
  }

  async has(sha256: Buffer): Promise<boolean> {
    return this.files.has(sha256.toString('hex'));
  }

  async sweepDrafts(): Promise<number> {
    return 0;
  }
}
