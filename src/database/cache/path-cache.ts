import { LRUCache } from 'lru-cache';
import type { ChangeSubscriber } from '../change-notifications';

/** Paths of questions that any submission of an asset answers. */
export interface CachedPaths {
  readonly paths: readonly string[];
  /** `pg_snapshot` in which this was valid, as text; later transactions may have changed it. */
  readonly snapshot: string;
}

const KILOBYTE = 1024;
const MAX_BYTES = 4_096 * KILOBYTE;
/** Clients choose number and length of the paths: assets beyond this are not cached. */
const MAX_BYTES_PER_ASSET = 256 * KILOBYTE;
/** Estimated memory of the map entry and objects of one asset. */
const ENTRY_OVERHEAD_BYTES = 500;
const STRING_OVERHEAD_BYTES = 32;
const BYTES_PER_CHARACTER = 2;

/** Caches the answered paths of assets. Callers query the changes since the snapshot. */
export class PathCache implements ChangeSubscriber {
  private readonly cache = new LRUCache<number, CachedPaths>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_BYTES_PER_ASSET,
    sizeCalculation: byteSizeOf,
  });

  get(assetId: number): CachedPaths | undefined {
    return this.cache.get(assetId);
  }

  set(assetId: number, value: CachedPaths): void {
    this.cache.set(assetId, value);
  }

  /** No-op: callers query the changes. */
  invalidate(): void {}

  /** After a reconnect another server may respond, such as a promoted standby. */
  invalidateAll(): void {
    this.cache.clear();
  }
}

function byteSizeOf({ snapshot, paths }: CachedPaths): number {
  return [snapshot, ...paths].reduce(
    (sum, { length }) => sum + BYTES_PER_CHARACTER * length + STRING_OVERHEAD_BYTES,
    ENTRY_OVERHEAD_BYTES,
  );
}
