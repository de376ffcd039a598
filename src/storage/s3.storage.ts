import type { Readable } from 'node:stream';
import type { ByteSource, Draft } from '../domain/file/draft';
import { NotFoundError, TooLargeError, UnavailableError } from '../domain/errors';
import { ClaimedStorage } from './claimed.storage';
import { type DraftFile, DraftFolder } from './draft-folder';
import { removeFile } from './folder-files';
import type { S3Bucket } from './s3-bucket';
import { S3Error } from './s3-failure';
import { reading } from './s3-reading';
import type { ByteRange, StoredEntry } from './storage.port';

/** What S3 takes in one piece, and what it copies. */
const MOST_BYTES = 5 * 1024 ** 3;
/** No draft is so old while somebody still needs it. */
const ABANDONED_MS = 60 * 60_000;
/** Whoever watches asks every few seconds; a write that went well is remembered for a while. */
const PROOF_KEPT_MS = 60_000;

/**
 * Objects of a bucket, named like the files of `LocalStorage`: `ab/cdef…` by SHA-256, claims in `claims/`, what is set
 * aside in `trash/`. A draft waits in a folder of this machine, and promoting it stores it in one request, so that nothing
 * unfinished ever lies in the bucket. Several services may share it.
 */
export class S3Storage extends ClaimedStorage {
  /** When a write was last seen to go well, in milliseconds since 1970. */
  private provedAt = 0;
  /** When old drafts were last removed, in milliseconds since 1970. */
  private clearedAt = 0;

  constructor(
    private readonly bucket: S3Bucket,
    draftFolder: string,
  ) {
    super(new DraftFolder(draftFolder, false));
  }

  /** Each machine has a folder of its own for drafts: it clears away itself what a crash left there. */
  override async draft(source: ByteSource, maxBytes: number): Promise<Draft> {
    if (Date.now() - this.clearedAt >= ABANDONED_MS) {
      this.clearedAt = Date.now();
      await this.drafts.sweep(ABANDONED_MS);
    }
    return super.draft(source, maxBytes);
  }

  async probe(): Promise<void> {
    const isProved = this.provedAt > this.bucket.failedAt && Date.now() - this.provedAt < PROOF_KEPT_MS;
    if (isProved) return;
    const now = Date.now();
    try {
      await this.bucket.putEmpty('drafts/probe');
      await this.bucket.size('drafts/probe');
      await this.claims('none');
      await this.bucket.remove('drafts/probe');
    } catch (error) {
      if (error instanceof S3Error) throw new UnavailableError(error.reason, error.retryAfterSeconds);
      throw error;
    }
    this.provedAt = now;
  }

  async read(sha256: Buffer, range?: ByteRange): Promise<Readable> {
    const askRest = (start: number) =>
      this.wherever(sha256, (key) => this.bucket.get(key, `bytes=${start}-${range?.end ?? ''}`));
    const first =
      range === undefined
        ? this.wherever(sha256, (key) => this.bucket.get(key, undefined))
        : askRest(range.start);
    const { patienceMs } = this.bucket;
    return reading(found(await first), range?.start ?? 0, { patienceMs, askRest });
  }

  async size(sha256: Buffer): Promise<number> {
    return found(await this.wherever(sha256, (key) => this.bucket.size(key)));
  }

  async delete(sha256: Buffer): Promise<void> {
    await this.bucket.remove(keyOf(sha256));
  }

  async *entries(): AsyncGenerator<StoredEntry> {
    for await (const { key, byteSize } of this.bucket.list()) {
      if (/^[0-9a-f]{2}\/[0-9a-f]{62}$/.test(key)) {
        yield { sha256: Buffer.from(key.replace('/', ''), 'hex'), byteSize };
      }
    }
  }

  protected async name(draft: DraftFile): Promise<void> {
    if (draft.byteSize > MOST_BYTES) throw new TooLargeError('S3 takes no file larger than 5 GB.');
    await this.bucket.putFile(keyOf(draft.sha256), draft);
    await removeFile(draft.path);
  }

  protected addClaim(claim: string): Promise<void> {
    return this.bucket.putEmpty(`claims/${claim}`);
  }

  protected removeClaim(claim: string): Promise<void> {
    return this.bucket.remove(`claims/${claim}`);
  }

  protected claims(prefix = ''): Promise<string[]> {
    return this.claimsThat(prefix, () => true);
  }

  protected oldClaims(olderThanMs: number): Promise<string[]> {
    return this.claimsThat('', (modified) => Date.now() - modified.getTime() >= olderThanMs);
  }

  protected async setAside(sha256: Buffer): Promise<boolean> {
    const isCopied = await this.bucket.copy(keyOf(sha256), asideOf(sha256));
    if (isCopied) await this.bucket.remove(keyOf(sha256));
    // A crash in the middle of an earlier sweep left it here.
    return isCopied || (await this.bucket.size(asideOf(sha256))) !== undefined;
  }

  protected async giveBack(sha256: Buffer): Promise<void> {
    await this.bucket.copy(asideOf(sha256), keyOf(sha256));
    await this.dropAside(sha256);
  }

  protected dropAside(sha256: Buffer): Promise<void> {
    return this.bucket.remove(asideOf(sha256));
  }

  private async claimsThat(prefix: string, isWanted: (modified: Date) => boolean): Promise<string[]> {
    const claims: string[] = [];
    for await (const { key, modified } of this.bucket.list(`claims/${prefix}`)) {
      if (isWanted(modified)) claims.push(key.slice('claims/'.length));
    }
    return claims;
  }

  /** A sweep may just have taken the name away to ask whether it is needed, and may just have given it back. */
  private async wherever<T>(
    sha256: Buffer,
    look: (key: string) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    return (await look(keyOf(sha256))) ?? (await look(asideOf(sha256))) ?? (await look(keyOf(sha256)));
  }
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new NotFoundError('The file is not here any more.');
  return value;
}

function keyOf(sha256: Buffer): string {
  const name = sha256.toString('hex');
  return `${name.slice(0, 2)}/${name.slice(2)}`;
}

function asideOf(sha256: Buffer): string {
  return `trash/${sha256.toString('hex')}`;
}
