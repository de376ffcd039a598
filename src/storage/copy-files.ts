import { NotFoundError } from '../domain/errors';
import { inLanes } from './in-lanes';
import type { Storage, StoredEntry } from './storage.port';

/** Files that are on their way at a time. */
const LANES = 8;

export interface CopiedFiles {
  readonly files: number;
  readonly bytes: number;
  /** Hashes of files whose bytes are not those of their name; they are not copied. */
  readonly damaged: readonly string[];
}

/**
 * Copies what one storage keeps and the other does not, each file held against its SHA-256, and the questions that the
 * sweep has yet to ask. What is there already is not copied again: after whatever ended it, it goes on where it was.
 * @param count is told how many files there are to copy, and called after each
 */
export async function copyFiles(
  from: Storage,
  to: Storage,
  count: (total: number) => () => void,
): Promise<CopiedFiles> {
  let total = 0;
  for await (const _entry of missing(from, to)) total += 1;
  const step = count(total);
  const damaged: string[] = [];
  let [files, bytes] = [0, 0];
  await inLanes(missing(from, to), LANES, async (entry) => {
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

/** Both are walked side by side, for both tell what they keep in the order of the hashes. */
async function* missing(from: Storage, to: Storage): AsyncGenerator<StoredEntry> {
  const there = to.entries()[Symbol.asyncIterator]();
  let next = await there.next();
  for await (const entry of from.entries()) {
    while (next.done !== true && next.value.sha256.compare(entry.sha256) < 0) next = await there.next();
    const isThere =
      next.done !== true && next.value.sha256.equals(entry.sha256) && next.value.byteSize === entry.byteSize;
    if (!isThere) yield entry;
  }
}

async function copy(
  { sha256, byteSize }: StoredEntry,
  from: Storage,
  to: Storage,
): Promise<'copied' | 'damaged' | 'gone'> {
  try {
    const draft = await to.draft(await from.read(sha256), byteSize);
    try {
      if (!draft.sha256.equals(sha256)) return 'damaged';
      await draft.promote();
      await draft.keep();
      return 'copied';
    } finally {
      await draft.discard();
    }
  } catch (error) {
    // A service that goes on working has removed it meanwhile.
    if (error instanceof NotFoundError) return 'gone';
    throw error;
  }
}

async function copyClaims(from: Storage, to: Storage): Promise<void> {
  const known = new Set((await to.claimed()).map((sha256) => sha256.toString('hex')));
  for (const sha256 of await from.claimed()) {
    if (!known.has(sha256.toString('hex')) && (await to.has(sha256))) await to.release(sha256);
  }
}
