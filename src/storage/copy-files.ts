import { NotFoundError } from '../domain/errors';
import { forEachConcurrent } from '../concurrency/limits';
import type { Storage, StoredEntry } from './storage.port';

const CONCURRENCY = 8;

export interface CopiedFiles {
  readonly files: number;
  readonly bytes: number;
  /** Hashes of files whose bytes don't match; not copied. */
  readonly damaged: readonly string[];
}

/**
 * Copies missing files, verified by SHA-256, and claims to another storage. Resumable: files already there are skipped.
 * @param startProgress receives the number of files to copy; its result is called after each
 */
export async function copyFiles(
  from: Storage,
  to: Storage,
  startProgress: (total: number) => () => void,
): Promise<CopiedFiles> {
  let total = 0;
  for await (const _entry of missing(from, to)) total += 1;
  const step = startProgress(total);
  const damaged: string[] = [];
  let [files, bytes] = [0, 0];
  await forEachConcurrent(missing(from, to), CONCURRENCY, async (entry) => {
    const outcome = await copy(entry, from, to);
    if (outcome === 'damaged') damaged.push(entry.sha256.toString('hex'));
    if (outcome === 'copied') {
      files += 1;
      bytes += entry.byteSize;
    }
    step();
  });
  await copyClaims(from, to);
  return { files, bytes, damaged };
}

/** Merges the entries of both storages, which are ordered by hash. */
async function* missing(from: Storage, to: Storage): AsyncGenerator<StoredEntry> {
  const existing = to.entries()[Symbol.asyncIterator]();
  let next = await existing.next();
  for await (const entry of from.entries()) {
    while (next.done !== true && next.value.sha256.compare(entry.sha256) < 0) next = await existing.next();
    const exists =
      next.done !== true && next.value.sha256.equals(entry.sha256) && next.value.byteSize === entry.byteSize;
    if (!exists) yield entry;
  }
}

async function copy(
  { sha256, byteSize }: StoredEntry,
  from: Storage,
  to: Storage,
): Promise<'copied' | 'damaged' | 'deleted'> {
  try {
    const staged = await to.stage(await from.read(sha256), byteSize);
    try {
      if (!staged.sha256.equals(sha256)) return 'damaged';
      await staged.promote();
      await staged.confirm();
      return 'copied';
    } finally {
      await staged.discard();
    }
  } catch (error) {
    // Deleted meanwhile by a running service.
    if (error instanceof NotFoundError) return 'deleted';
    throw error;
  }
}

async function copyClaims(from: Storage, to: Storage): Promise<void> {
  const known = new Set((await to.listClaimed()).map((sha256) => sha256.toString('hex')));
  for (const sha256 of await from.listClaimed()) {
    if (!known.has(sha256.toString('hex')) && (await to.has(sha256))) await to.release(sha256);
  }
}
