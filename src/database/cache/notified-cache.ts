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
