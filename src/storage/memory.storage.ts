import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { NotFoundError } from '../domain/errors';
import { MeteredHash } from './metered-hash';
import type { Draft, NamedHashes } from '../domain/file/draft';
import { type ByteRange, Storage } from './storage.port';

/** Keeps files in memory; for tests. Drafts die with the process, so there are none to sweep. */
export class MemoryStorage extends Storage {
  private readonly files = new Map<string, Buffer>();
  /** When bytes that no row may name got their name, or lost their row. */
  private readonly claims = new Map<symbol, { sha256: Buffer; since: number }>();

  async draft(source: Readable, maxBytes: number): Promise<Draft> {
    const meter = new MeteredHash(maxBytes);
    const chunks: Buffer[] = [];
    await pipeline(source, meter, async (bytes: AsyncIterable<Buffer>) => {
      for await (const chunk of bytes) chunks.push(chunk);
    });
    const sha256 = meter.digest();
    let claim: symbol | undefined;
    return {
      sha256,
      byteSize: meter.byteSize,
      promote: async () => {
        claim ??= this.claim(sha256);
        this.files.set(sha256.toString('hex'), Buffer.concat(chunks));
      },
      keep: async () => {
        if (claim !== undefined) this.claims.delete(claim);
      },
      withdraw: async (named) => {
        if (claim !== undefined && this.claims.delete(claim)) await this.remove(sha256, named);
      },
      discard: async () => undefined,
    };
  }

  async probe(): Promise<void> {}

  async read(sha256: Buffer, range?: ByteRange): Promise<Readable> {
    const file = this.find(sha256);
    return Readable.from([range === undefined ? file : file.subarray(range.start, range.end + 1)]);
  }

  async size(sha256: Buffer): Promise<number> {
    return this.find(sha256).length;
  }

  async has(sha256: Buffer): Promise<boolean> {
    return this.files.has(sha256.toString('hex'));
  }

  async release(sha256: Buffer): Promise<void> {
    this.claim(sha256);
  }

  async delete(sha256: Buffer): Promise<void> {
    this.files.delete(sha256.toString('hex'));
  }

  async sweepDrafts(): Promise<number> {
    return 0;
  }

  async sweepUnnamed(olderThanMs: number, named: NamedHashes): Promise<number> {
    const old = [...this.claims].filter(([, { since }]) => Date.now() - since >= olderThanMs);
    let swept = 0;
    for (const [claim, { sha256 }] of old) {
      if ((await named([sha256])).length > 0) continue;
      this.claims.delete(claim);
      if (await this.remove(sha256, named)) swept += 1;
    }
    return swept;
  }

  /** The claims are read before the rows, for a claim goes only after its row has come. */
  private async remove(sha256: Buffer, named: NamedHashes): Promise<boolean> {
    const isClaimed = [...this.claims.values()].some((each) => each.sha256.equals(sha256));
    if (isClaimed || (await named([sha256])).length > 0) return false;
    return this.files.delete(sha256.toString('hex'));
  }

  private claim(sha256: Buffer): symbol {
    const claim = Symbol('claim');
    this.claims.set(claim, { sha256, since: Date.now() });
    return claim;
  }

  private find(sha256: Buffer): Buffer {
    const file = this.files.get(sha256.toString('hex'));
    if (file === undefined) throw new NotFoundError('The file is not here any more.');
    return file;
  }
}
