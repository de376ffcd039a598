import { randomUUID } from 'node:crypto';
import type { ByteSource, Draft, NamedHashes } from '../domain/file/draft';
import { NotFoundError } from '../domain/errors';
import type { DraftFile, DraftFolder } from './draft-folder';
import { removeFile } from './folder-files';
import { Storage } from './storage.port';

/** Unnamed bytes are looked up in the database this many at a time. */
const SWEPT_AT_ONCE = 500;

/**
 * What all places for bytes have in common. Bytes come in as a draft in a folder of this machine. Promoting a draft gives
 * its bytes their name in one step, so that a name that exists always has all its bytes.
 *
 * A claim, named `<sha256>.<uuid>`, is kept for all bytes that may be named by no row: from before they get their name
 * until their row is committed, and again once a row has released them. A crash leaves the claim, and so what the sweep
 * has to ask about; it never walks through all files.
 */
export abstract class ClaimedStorage extends Storage {
  constructor(protected readonly drafts: DraftFolder) {
    super();
  }

  /** Gives the bytes of a draft their name, durably, and removes the draft. */
  protected abstract name(draft: DraftFile): Promise<void>;

  protected abstract addClaim(claim: string): Promise<void>;
  protected abstract removeClaim(claim: string): Promise<void>;
  /** @param prefix of their names; all when absent */
  protected abstract claims(prefix?: string): Promise<string[]>;
  protected abstract oldClaims(olderThanMs: number): Promise<string[]>;

  /** Takes the name of bytes away; they can still be read. @returns false when there are none, set aside or not */
  protected abstract setAside(sha256: Buffer): Promise<boolean>;
  /** The name again, for bytes that were set aside. */
  protected abstract giveBack(sha256: Buffer): Promise<void>;
  protected abstract dropAside(sha256: Buffer): Promise<void>;

  async draft(source: ByteSource, maxBytes: number): Promise<Draft> {
    const file = await this.drafts.write(source, maxBytes);
    const { path, sha256, byteSize } = file;
    let claim: string | undefined;
    let isPromoted = false;
    return {
      sha256,
      byteSize,
      promote: async () => {
        if (isPromoted) return;
        claim ??= await this.claim(sha256);
        await this.name(file);
        isPromoted = true;
      },
      keep: async () => {
        if (claim !== undefined) await this.removeClaim(claim);
      },
      withdraw: async (named) => {
        if (claim === undefined) return;
        await this.removeUnnamed(sha256, [claim], named);
        await this.removeClaim(claim);
      },
      discard: async () => {
        if (!isPromoted) await removeFile(path);
      },
    };
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

  async claimed(): Promise<Buffer[]> {
    const names = new Set((await this.claims()).map((claim) => hashOf(claim).toString('hex')));
    return [...names].map((name) => Buffer.from(name, 'hex'));
  }

  async sweepDrafts(olderThanMs: number): Promise<number> {
    return this.drafts.sweep(olderThanMs);
  }

  async sweepUnnamed(olderThanMs: number, named: NamedHashes): Promise<number> {
    const claims = await this.oldClaims(olderThanMs);
    let swept = 0;
    for (let start = 0; start < claims.length; start += SWEPT_AT_ONCE) {
      const some = claims.slice(start, start + SWEPT_AT_ONCE);
      const hashes = new Map(some.map((claim) => [hashOf(claim).toString('hex'), hashOf(claim)]));
      for (const sha256 of await named([...hashes.values()])) hashes.delete(sha256.toString('hex'));
      for (const sha256 of hashes.values()) if (await this.removeUnnamed(sha256, claims, named)) swept += 1;
      for (const claim of some) if (hashes.has(hashOf(claim).toString('hex'))) await this.removeClaim(claim);
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
    if (!(await this.setAside(sha256))) return false;
    const claims = await this.claims(sha256.toString('hex'));
    const isClaimed = claims.some((claim) => !known.includes(claim));
    if (isClaimed || (await named([sha256])).length > 0) {
      await this.giveBack(sha256);
      return false;
    }
    await this.dropAside(sha256);
    return true;
  }

  private async claim(sha256: Buffer): Promise<string> {
    const claim = `${sha256.toString('hex')}.${randomUUID()}`;
    await this.addClaim(claim);
    return claim;
  }
}

function hashOf(claim: string): Buffer {
  return Buffer.from(/^[0-9a-f]{64}/.exec(claim)?.[0] ?? '', 'hex');
}
