import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { NotFoundError } from '../domain/errors';
import { MeteredHash } from './metered-hash';
import type { Draft, NamedHashes } from '../domain/file/draft';
import { type ByteRange, Storage } from './storage.port';

/** Unnamed bytes are looked up in the database this many at a time. */
const SWEPT_AT_ONCE = 500;

/**
 * Files in a folder: `ab/cdef…` by SHA-256. A file is written and synced under a draft's name; promoting it renames it and
 * syncs its folder, so that a name that exists always has all its bytes.
 *
 * `claims/` holds an empty file `<sha256>.<uuid>` for all bytes that may be named by no row: from
 * before they get their name until their row is committed, and again once a row has released them. A crash leaves the
 * claim, and so what the sweep has to ask about; it never walks through all files.
 */
export class LocalStorage extends Storage {
  private readonly drafts: string;
  private readonly claims: string;
  private readonly trash: string;
  private prepared: Promise<unknown> | undefined;

  constructor(private readonly folder: string) {
    super();
    this.drafts = join(folder, 'drafts');
    this.claims = join(folder, 'claims');
    this.trash = join(folder, 'trash');
  }

  async draft(source: Readable, maxBytes: number): Promise<Draft> {
    await this.prepare();
    const path = join(this.drafts, randomUUID());
    const meter = new MeteredHash(maxBytes);
    try {
      await pipeline(source, meter, createWriteStream(path, { flags: 'wx', flush: true }));
    } catch (error) {
      await remove(path);
      throw error;
    }
    const sha256 = meter.digest();
    let claim: string | undefined;
    let isPromoted = false;
    return {
      sha256,
      byteSize: meter.byteSize,
      promote: async () => {
        if (isPromoted) return;
        claim = await this.claim(sha256);
        await this.name(path, sha256);
        isPromoted = true;
      },
      keep: async () => {
        if (claim !== undefined) await remove(claim);
      },
      withdraw: async (named) => {
        if (claim === undefined) return;
        await this.removeUnnamed(sha256, [claim], named);
        await remove(claim);
      },
      discard: async () => {
        if (!isPromoted) await remove(path);
      },
    };
  }

  async probe(): Promise<void> {
    await this.prepare();
    const path = join(this.drafts, `probe-${randomUUID()}`);
    await writeFile(path, '', { flag: 'wx' });
    await remove(path);
  }

  async read(sha256: Buffer, range?: ByteRange): Promise<Readable> {
    return this.wherever(sha256, async (path) => {
      const file = createReadStream(path, range);
      await new Promise((resolve, reject) => {
        file.once('open', resolve);
        file.once('error', reject);
      });
      return file;
    });
  }

  async size(sha256: Buffer): Promise<number> {
    return this.wherever(sha256, async (path) => (await stat(path)).size);
  }

  async has(sha256: Buffer): Promise<boolean> {
    return this.size(sha256).then(
      () => true,
      (error: unknown) => {
        if (error instanceof NotFoundError) return false;
        throw error;
      },
    );
  }

  async release(sha256: Buffer): Promise<void> {
    await this.claim(sha256);
  }

  async delete(sha256: Buffer): Promise<void> {
    await remove(this.place(sha256).path);
  }

  async sweepDrafts(olderThanMs: number): Promise<number> {
    const abandoned = await oldFiles(this.drafts, olderThanMs);
    for (const path of abandoned) await remove(path);
    return abandoned.length;
  }

  async sweepUnnamed(olderThanMs: number, named: NamedHashes): Promise<number> {
    const claims = await oldFiles(this.claims, olderThanMs);
    let swept = 0;
    for (let start = 0; start < claims.length; start += SWEPT_AT_ONCE) {
      const some = claims.slice(start, start + SWEPT_AT_ONCE);
      const hashes = new Map(some.map((claim) => [hashOf(claim).toString('hex'), hashOf(claim)]));
      for (const sha256 of await named([...hashes.values()])) hashes.delete(sha256.toString('hex'));
      for (const sha256 of hashes.values()) if (await this.removeUnnamed(sha256, claims, named)) swept += 1;
      for (const claim of some) if (hashes.has(hashOf(claim).toString('hex'))) await remove(claim);
    }
    return swept;
  }

  /**
   * Takes the name away first and asks then: whoever promotes the same bytes from now on makes the name anew, and whoever
   * did so before has left a claim, or else a committed row. The claims are read before the rows, for a claim goes only
   * after its row has come.
   */
  private async removeUnnamed(
    sha256: Buffer,
    known: readonly string[],
    named: NamedHashes,
  ): Promise<boolean> {
    const { path } = this.place(sha256);
    const aside = this.aside(sha256);
    await this.prepare();
    const isThere =
      (await rename(path, aside).then(() => true, isAbsent)) ||
      // A crash in the middle of an earlier sweep left it here.
      (await stat(aside).then(() => true, isAbsent));
    if (!isThere) return false;
    const claims = await filesIn(this.claims);
    const isClaimed = claims.some((claim) => !known.includes(claim) && hashOf(claim).equals(sha256));
    if (isClaimed || (await named([sha256])).length > 0) {
      // Its bytes are those of a name that was made meanwhile, too.
      await rename(aside, path).catch(isAbsent);
      return false;
    }
    await remove(aside);
    return true;
  }

  /** Makes the folders that are always there, once. */
  private async prepare(): Promise<void> {
    this.prepared ??= Promise.all(
      [this.drafts, this.claims, this.trash].map((folder) => mkdir(folder, { recursive: true })),
    );
    await this.prepared.catch((error: unknown) => {
      this.prepared = undefined;
      throw error;
    });
  }

  private async claim(sha256: Buffer): Promise<string> {
    await this.prepare();
    const path = join(this.claims, `${sha256.toString('hex')}.${randomUUID()}`);
    const file = await open(path, 'wx');
    await file.close();
    return path;
  }

  private async name(draft: string, sha256: Buffer): Promise<void> {
    const { folder, path } = this.place(sha256);
    const isNamed = await rename(draft, path).then(() => true, isAbsent);
    if (!isNamed) {
      await mkdir(folder, { recursive: true });
      await syncFolder(this.folder);
      await rename(draft, path);
    }
    await syncFolder(folder);
  }

  /** A sweep may just have taken the name away to ask whether it is needed, and may just have given it back. */
  private async wherever<T>(sha256: Buffer, look: (path: string) => Promise<T>): Promise<T> {
    const { path } = this.place(sha256);
    for (const each of [path, this.aside(sha256), path]) {
      try {
        return await look(each);
      } catch (error) {
        isAbsent(error);
      }
    }
    throw new NotFoundError('The file is not here any more.');
  }

  private place(sha256: Buffer): { folder: string; path: string } {
    const name = sha256.toString('hex');
    const folder = join(this.folder, name.slice(0, 2));
    return { folder, path: join(folder, name.slice(2)) };
  }

  private aside(sha256: Buffer): string {
    return join(this.trash, sha256.toString('hex'));
  }
}

function hashOf(claim: string): Buffer {
  return Buffer.from(/([0-9a-f]{64})\.[^/\\]*$/.exec(claim)?.[1] ?? '', 'hex');
}

/** False for the error of a file that is not there; throws any other. */
function isAbsent(error: unknown): false {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
  throw error;
}

/** Nothing when it is gone already. */
async function remove(path: string): Promise<void> {
  await unlink(path).catch(isAbsent);
}

/** Paths of the files that were last written to at least so long ago. */
async function oldFiles(folder: string, olderThanMs: number): Promise<string[]> {
  const old: string[] = [];
  for (const path of await filesIn(folder)) {
    const facts = await stat(path).catch(isAbsent);
    // File systems count finer than the clock: what is of this very millisecond is not of the next one.
    if (facts !== false && Date.now() - Math.floor(facts.mtimeMs) >= olderThanMs) old.push(path);
  }
  return old;
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => isAbsent(error) || []);
  return names.map((name) => join(folder, name));
}

/** A rename is durable only when the folder that holds the name is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
