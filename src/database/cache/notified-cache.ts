import { LRUCache } from 'lru-cache';
import type { ChangeNotifications, ChangeSubscriber, ChangeSubject } from '../change-notifications';

export interface TaggedValue<Value> {
  readonly value: Value;
  readonly dependencies: readonly { readonly subject: ChangeSubject; readonly id: number }[];
}

export interface CacheLimits {
  readonly maxEntries: number;
  readonly ttlMs: number;
  readonly slidingExpiry?: boolean;
}

interface Entry<Value> {
  readonly value: Value;
  readonly tags: readonly string[];
}

const tagOf = (subject: ChangeSubject, id: number): string => `${subject}:${id}`;

/**
 * Cache with TTL, invalidated by LISTEN/NOTIFY in all processes. Loads are single-flight per key, against cache
 * stampedes; a load during which anything changed is returned but not cached. Evicts the least recently used entry.
 */
export class NotifiedCache<Value> implements ChangeSubscriber {
  private readonly entries: LRUCache<string, Entry<Value>>;
  private readonly keysByTag = new Map<string, Set<string>>();
  private loading = new Map<string, Promise<Value | undefined>>();
  private generation = 0;

  constructor(
    private readonly notifications: ChangeNotifications,
    { maxEntries, ttlMs, slidingExpiry = false }: CacheLimits,
  ) {
    this.entries = new LRUCache({
      // `max` would allocate arrays of its length at once (decision 132).
      maxSize: maxEntries,
      sizeCalculation: () => 1,
      ttl: ttlMs,
      ttlResolution: 0,
      updateAgeOnGet: slidingExpiry,
      dispose: ({ tags }, key) => this.removeTags(tags, key),
    });
    notifications.subscribe(this);
  }

  /** Returns the cached value or loads it; `undefined` is not cached. */
  async get(key: string, load: () => Promise<TaggedValue<Value> | undefined>): Promise<Value | undefined> {
    const hit = this.peek(key);
    if (hit !== undefined) return hit;
    const running = this.loading.get(key);
    if (running !== undefined) return running;
    const promise = this.load(key, load);
    this.loading.set(key, promise);
    try {
      return await promise;
    } finally {
      if (this.loading.get(key) === promise) this.loading.delete(key);
    }
  }

  /** Returns the cached value without loading; undefined while notifications could be missed. */
  peek(key: string): Value | undefined {
    if (!this.notifications.connected) return undefined;
    return this.entries.get(key)?.value;
  }

  invalidate(subject: ChangeSubject, id: number): void {
    this.generation += 1;
    this.loading = new Map();
    const tag = tagOf(subject, id);
    for (const key of [...(this.keysByTag.get(tag) ?? [])]) this.entries.delete(key);
  }

  invalidateAll(): void {
    this.generation += 1;
    this.loading = new Map();
    this.entries.clear();
  }

  private async load(
    key: string,
    load: () => Promise<TaggedValue<Value> | undefined>,
  ): Promise<Value | undefined> {
    const before = this.generation;
    const loaded = await load();
    if (loaded === undefined) return undefined;
    if (before === this.generation && this.notifications.connected) this.store(key, loaded);
    return loaded.value;
  }

  private store(key: string, { value, dependencies }: TaggedValue<Value>): void {
    const tags = dependencies.map(({ subject, id }) => tagOf(subject, id));
    this.entries.set(key, { value, tags });
    for (const tag of tags) {
      const keys = this.keysByTag.get(tag);
      if (keys === undefined) this.keysByTag.set(tag, new Set([key]));
      else keys.add(key);
    }
  }

  private removeTags(tags: readonly string[], key: string): void {
    for (const tag of tags) {
      const keys = this.keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.keysByTag.delete(tag);
    }
  }
}

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
