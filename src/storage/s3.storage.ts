import { Readable } from 'node:stream';
import { NotFoundError, TooLargeError, UnavailableError } from '../domain/errors';
import { type ObjectPart, type S3Bucket, s3Failure, S3Error } from './s3-bucket';
import type { ByteSource, StagedFile } from '../domain/file/staged-file';
import { ClaimedStorage } from './claimed.storage';
import { type LocalStagedFile, StagingFolder } from './staging-folder';
import { removeFile } from './folder-files';
import type { ByteRange, StoredEntry } from './storage.port';

/** Reconnects without a byte in between. */
const MAX_CONSECUTIVE_BREAKS = 3;
const BUFFERED_BYTES = 64 * 1024;

export interface ObjectSource {
  readonly idleTimeoutMs: number;
  /** Opens the object from byte `start` on; undefined if it no longer exists. */
  readonly readFrom: (start: number) => Promise<ObjectPart | undefined>;
}

/**
 * Streams an object and resumes it when the connection breaks or times out; content-addressed bytes never change.
 * @param start offset of `part` in the object
 */
function objectStream(part: ObjectPart, start: number, { idleTimeoutMs, readFrom }: ObjectSource): Readable {
  let body = part.body;
  const end = start + part.byteSize;
  async function* bytes(): AsyncGenerator<Buffer> {
    let [position, breaks] = [start, 0];
    while (position < end) {
      try {
        for await (const chunk of withIdleTimeout(body, idleTimeoutMs)) {
          position += chunk.length;
          breaks = 0;
          yield chunk;
        }
        if (position < end) throw new Error('S3 sent fewer bytes than announced.');
      } catch (error) {
        breaks += 1;
        if (breaks > MAX_CONSECUTIVE_BREAKS) throw s3Failure(error);
        const rest = await readFrom(position);
        if (rest === undefined) throw new NotFoundError('The file no longer exists.');
        ({ body } = rest);
      }
    }
  }
  // Destroys the body also if the reader is closed before its first byte.
  return Readable.from(bytes(), { objectMode: false, highWaterMark: BUFFERED_BYTES }).once('close', () =>
    body.destroy(),
  );
}

/** Times out waits for S3, not waits for the reader. */
async function* withIdleTimeout(body: Readable, idleTimeoutMs: number): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    const timer = setTimeout(() => body.destroy(new Error('S3 timed out.')), idleTimeoutMs);
    const next = await chunks.next().finally(() => clearTimeout(timer));
    if (next.done === true) return;
    yield next.value;
  }
}

/** S3's limit of a single PUT or copy. */
const MAX_OBJECT_BYTES = 5 * 1024 ** 3;
/** Older than any running request. */
const STALE_STAGED_FILE_MS = 60 * 60_000;
/** Health checks run every few seconds; a successful write is cached. */
const PROBE_TTL_MS = 60_000;

/**
 * Content-addressed storage in a bucket: objects `ab/cdef…` by SHA-256, `claims/` and `trash/` as in `LocalStorage`.
 * Files are staged on local disk and promoted by one request, so that the bucket never holds partial files. Several
 * services may share it.
 */
export class S3Storage extends ClaimedStorage {
  private probedAt = 0;
  private cleanedAt = 0;

  constructor(
    private readonly bucket: S3Bucket,
    draftFolder: string,
  ) {
    super(new StagingFolder(draftFolder, false));
  }

  /** Cleans up staged files of crashes: each machine has its own staging folder. */
  override async stage(source: ByteSource, maxBytes: number): Promise<StagedFile> {
    if (Date.now() - this.cleanedAt >= STALE_STAGED_FILE_MS) {
      this.cleanedAt = Date.now();
      await this.staging.removeStale(STALE_STAGED_FILE_MS);
    }
    return super.stage(source, maxBytes);
  }

  /** Uploads are staged in a local folder. */
  async probe(): Promise<void> {
    await this.probeStaging();
    const isCached = this.probedAt > this.bucket.failedAt && Date.now() - this.probedAt < PROBE_TTL_MS;
    if (isCached) return;
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
    this.probedAt = now;
  }

  async read(sha256: Buffer, range?: ByteRange): Promise<Readable> {
    const readFrom = (start: number) =>
      this.withTrashFallback(sha256, (key) => this.bucket.get(key, `bytes=${start}-${range?.end ?? ''}`));
    const first =
      range === undefined
        ? this.withTrashFallback(sha256, (key) => this.bucket.get(key, undefined))
        : readFrom(range.start);
    const { idleTimeoutMs } = this.bucket;
    return objectStream(assertFound(await first), range?.start ?? 0, { idleTimeoutMs, readFrom });
  }

  async size(sha256: Buffer): Promise<number> {
    return assertFound(await this.withTrashFallback(sha256, (key) => this.bucket.size(key)));
  }

  async *entries(): AsyncGenerator<StoredEntry> {
    for await (const { key, byteSize } of this.bucket.list()) {
      if (/^[0-9a-f]{2}\/[0-9a-f]{62}$/.test(key)) {
        yield { sha256: Buffer.from(key.replace('/', ''), 'hex'), byteSize };
      }
    }
  }

  protected async moveIntoPlace(file: LocalStagedFile): Promise<void> {
    if (file.byteSize > MAX_OBJECT_BYTES)
      throw new TooLargeError('S3 accepts no file larger than 5 GB. Send a smaller one.');
    await this.bucket.putFile(keyOf(file.sha256), file);
    await removeFile(file.path);
  }

  protected addClaim(claim: string): Promise<void> {
    return this.bucket.putEmpty(`claims/${claim}`);
  }

  protected removeClaim(claim: string): Promise<void> {
    return this.bucket.remove(`claims/${claim}`);
  }

  protected claims(prefix = ''): Promise<string[]> {
    return this.listClaims(prefix, () => true);
  }

  protected staleClaims(olderThanMs: number): Promise<string[]> {
    return this.listClaims('', (modified) => Date.now() - modified.getTime() >= olderThanMs);
  }

  protected async moveToTrash(sha256: Buffer): Promise<boolean> {
    const isCopied = await this.bucket.copy(keyOf(sha256), trashKeyOf(sha256));
    if (isCopied) await this.bucket.remove(keyOf(sha256));
    // Left by a crash during an earlier cleanup.
    return isCopied || (await this.bucket.size(trashKeyOf(sha256))) !== undefined;
  }

  protected async restoreFromTrash(sha256: Buffer): Promise<void> {
    await this.bucket.copy(trashKeyOf(sha256), keyOf(sha256));
    await this.deleteFromTrash(sha256);
  }

  protected deleteFromTrash(sha256: Buffer): Promise<void> {
    return this.bucket.remove(trashKeyOf(sha256));
  }

  private async listClaims(prefix: string, matches: (modified: Date) => boolean): Promise<string[]> {
    const claims: string[] = [];
    for await (const { key, modified } of this.bucket.list(`claims/${prefix}`)) {
      if (matches(modified)) claims.push(key.slice('claims/'.length));
    }
    return claims;
  }

  /** Cleanup may be moving the object to the trash or back. */
  private async withTrashFallback<T>(
    sha256: Buffer,
    use: (key: string) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    return (await use(keyOf(sha256))) ?? (await use(trashKeyOf(sha256))) ?? (await use(keyOf(sha256)));
  }
}

function assertFound<T>(value: T | undefined): T {
  if (value === undefined) throw new NotFoundError('The file no longer exists.');
  return value;
}

function keyOf(sha256: Buffer): string {
  const name = sha256.toString('hex');
  return `${name.slice(0, 2)}/${name.slice(2)}`;
}

function trashKeyOf(sha256: Buffer): string {
  return `trash/${sha256.toString('hex')}`;
}
