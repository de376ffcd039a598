import type { ChangeSubscriber } from '../change-notifications';
import { LruCache } from './lru-cache';

/** Paths of questions that any submission of an asset answers. */
export interface CachedPaths {
  readonly paths: readonly string[];
  /** `pg_snapshot` in which this was valid, as text; later transactions may have changed it. */
  readonly snapshot: string;
}

const KILOBYTE = 1024;
/** Clients choose number and length of the paths: assets over their quota are not cached. */
const BUDGET = { maxBytes: 4_096 * KILOBYTE, maxBytesPerOwner: 256 * KILOBYTE, maxKeyLength: 20 };
const STRING_OVERHEAD_BYTES = 32;
const BYTES_PER_CHARACTER = 2;

/** Caches the answered paths of assets. Callers query the changes since the snapshot. */
export class PathCache implements ChangeSubscriber {
  private readonly cache = new LruCache<CachedPaths>(BUDGET);

  get(assetId: number): CachedPaths | undefined {
    return this.cache.get(String(assetId));
  }

  set(assetId: number, value: CachedPaths): void {
    const key = String(assetId);
    const bytes = [value.snapshot, ...value.paths].reduce(
      (sum, { length }) => sum + BYTES_PER_CHARACTER * length + STRING_OVERHEAD_BYTES,
      0,
    );
    this.cache.set(key, key, value, bytes);
  }

  /** No-op: callers query the changes. */
  invalidate(): void {}

  /** After a reconnect another server may respond, such as a promoted standby. */
  invalidateAll(): void {
    this.cache.clear();
  }
}
