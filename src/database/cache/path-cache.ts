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

export interface CachedPosition {
  readonly start: number;
  readonly id: number;
  /** `pg_snapshot` in which this was valid, as text. */
  readonly snapshot: string;
}

const MAX_ASSETS = 200;
const MAX_POSITIONS_PER_ASSET = 50;
/** Validating an older position may take longer than OFFSET. */
const TTL_MS = 60_000;

/** Caches where deep pages start, per asset (LRU), to avoid a large OFFSET. Callers validate positions by their snapshot. */
export class PagePositionCache implements ChangeSubscriber {
  private readonly byAsset = new LRUCache<number, LRUCache<number, CachedPosition>>({ max: MAX_ASSETS });

  closestBefore(assetId: number, start: number): CachedPosition | undefined {
    let best: CachedPosition | undefined;
    for (const each of this.byAsset.get(assetId)?.values() ?? []) {
      if (each.start <= start && each.start >= (best?.start ?? 0)) best = each;
    }
    return best;
  }

  set(assetId: number, position: CachedPosition): void {
    let positions = this.byAsset.get(assetId);
    if (positions === undefined) {
      positions = new LRUCache({ max: MAX_POSITIONS_PER_ASSET, ttl: TTL_MS, ttlResolution: 0 });
      this.byAsset.set(assetId, positions);
    }
    positions.set(position.start, position);
  }

  /** No-op: positions are validated on use. */
  invalidate(): void {}

  /** After a reconnect another server may respond, such as a promoted standby. */
  invalidateAll(): void {
    this.byAsset.clear();
  }
}
