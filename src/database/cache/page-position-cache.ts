import type { ChangeSubscriber } from '../change-notifications';

export interface CachedPosition {
  readonly start: number;
  readonly id: number;
  /** `pg_snapshot` in which this was valid, as text. */
  readonly snapshot: string;
}

interface Entry extends CachedPosition {
  readonly cachedAt: number;
}

const MAX_ASSETS = 200;
const MAX_POSITIONS_PER_ASSET = 50;
/** Validating an older position may take longer than OFFSET. */
const TTL_MS = 60_000;

/** Caches where deep pages start, per asset (LRU), to avoid a large OFFSET. Callers validate positions by their snapshot. */
export class PagePositionCache implements ChangeSubscriber {
  private readonly byAsset = new Map<number, readonly Entry[]>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  closestBefore(assetId: number, start: number): CachedPosition | undefined {
    return this.freshEntries(assetId).reduce<Entry | undefined>(
      (best, each) => (each.start <= start && each.start >= (best?.start ?? 0) ? each : best),
      undefined,
    );
  }

  set(assetId: number, position: CachedPosition): void {
    const others = this.freshEntries(assetId).filter(({ start }) => start !== position.start);
    const entries = [...others, { ...position, cachedAt: this.now() }].slice(-MAX_POSITIONS_PER_ASSET);
    // Reinserted as the most recently used.
    this.byAsset.delete(assetId);
    this.byAsset.set(assetId, entries);
    if (this.byAsset.size > MAX_ASSETS) this.byAsset.delete(this.byAsset.keys().next().value!);
  }

  /** No-op: positions are validated on use. */
  invalidate(): void {}

  /** After a reconnect another server may respond, such as a promoted standby. */
  invalidateAll(): void {
    this.byAsset.clear();
  }

  private freshEntries(assetId: number): readonly Entry[] {
    const entries = this.byAsset.get(assetId) ?? [];
    return entries.filter(({ cachedAt }) => this.now() - cachedAt < TTL_MS);
  }
}
