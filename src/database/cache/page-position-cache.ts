import { LRUCache } from 'lru-cache';
import type { ChangeSubscriber } from '../change-notifications';

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
