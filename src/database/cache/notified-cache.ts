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
  expiresAt: number;
  readonly tags: readonly string[];
}

const tagOf = (subject: ChangeSubject, id: number): string => `${subject}:${id}`;

/**
 * Cache with TTL, invalidated by LISTEN/NOTIFY in all processes. Loads are single-flight per key, against cache
 * stampedes; a load during which anything changed is returned but not cached. Evicts the oldest entry (FIFO) when full.
 */
export class NotifiedCache<Value> implements ChangeSubscriber {
  private readonly entries = new Map<string, Entry<Value>>();
  private readonly keysByTag = new Map<string, Set<string>>();
  private loading = new Map<string, Promise<Value | undefined>>();
  private generation = 0;

  constructor(
    private readonly notifications: ChangeNotifications,
    private readonly limits: CacheLimits,
    private readonly now: () => number = Date.now,
  ) {
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
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    const now = this.now();
    if (entry.expiresAt <= now) {
      this.delete(key);
      return undefined;
    }
    if (this.limits.slidingExpiry === true) entry.expiresAt = now + this.limits.ttlMs;
    return entry.value;
  }

  invalidate(subject: ChangeSubject, id: number): void {
    this.generation += 1;
    this.loading = new Map();
    const tag = tagOf(subject, id);
    for (const key of [...(this.keysByTag.get(tag) ?? [])]) this.delete(key);
  }

  invalidateAll(): void {
    this.generation += 1;
    this.loading = new Map();
    this.entries.clear();
    this.keysByTag.clear();
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
    if (this.entries.size >= this.limits.maxEntries) {
      const oldest = this.entries.keys().next();
      if (oldest.done !== true) this.delete(oldest.value);
    }
    const tags = dependencies.map(({ subject, id }) => tagOf(subject, id));
    this.entries.set(key, { value, expiresAt: this.now() + this.limits.ttlMs, tags });
    for (const tag of tags) {
      const keys = this.keysByTag.get(tag);
      if (keys === undefined) this.keysByTag.set(tag, new Set([key]));
      else keys.add(key);
    }
  }

  private delete(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    for (const tag of entry.tags) {
      const keys = this.keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.keysByTag.delete(tag);
    }
  }
}
