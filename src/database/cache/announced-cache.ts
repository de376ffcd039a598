import type { ChangeFeed, ChangeListener, Subject } from '../change-feed';

/** A value and the things whose change makes it stale. */
export interface Cacheable<Value> {
  readonly value: Value;
  readonly about: readonly { readonly subject: Subject; readonly id: number }[];
}

export interface CacheBounds {
  readonly maxEntries: number;
  /** Even unchanged values are read again after this long. */
  readonly maxAgeMs: number;
  /** A value that is used becomes young again: it is read again once nobody wanted it for so long. */
  readonly isRenewedByUse?: boolean;
}

interface Entry<Value> {
  readonly value: Value;
  expires: number;
  readonly tags: readonly string[];
}

const tagOf = (subject: Subject, id: number): string => `${subject}:${id}`;

/**
 * A small cache that every committed change empties of exactly what it made stale, in all processes. Loads of one key
 * at the same time are one load. A load that a change overtook answers its callers but is not kept.
 */
export class AnnouncedCache<Value> implements ChangeListener {
  private readonly entries = new Map<string, Entry<Value>>();
  private readonly keysByTag = new Map<string, Set<string>>();
  private loading = new Map<string, Promise<Value | undefined>>();
  private generation = 0;

  constructor(
    private readonly feed: ChangeFeed,
    private readonly bounds: CacheBounds,
    private readonly now: () => number = Date.now,
  ) {
    feed.subscribe(this);
  }

  /**
   * The cached value, or what `load` gives. A load that answers `undefined` is handed on and not kept.
   */
  async get(key: string, load: () => Promise<Cacheable<Value> | undefined>): Promise<Value | undefined> {
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

  /** The cached value without loading one. None while changes could be missed. */
  peek(key: string): Value | undefined {
    if (!this.feed.connected) return undefined;
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    const now = this.now();
    if (entry.expires <= now) {
      this.drop(key);
      return undefined;
    }
    if (this.bounds.isRenewedByUse === true) entry.expires = now + this.bounds.maxAgeMs;
    return entry.value;
  }

  changed(subject: Subject, id: number): void {
    this.generation += 1;
    this.loading = new Map();
    const tag = tagOf(subject, id);
    for (const key of [...(this.keysByTag.get(tag) ?? [])]) this.drop(key);
  }

  lost(): void {
    this.generation += 1;
    this.loading = new Map();
    this.entries.clear();
    this.keysByTag.clear();
  }

  private async load(
    key: string,
    load: () => Promise<Cacheable<Value> | undefined>,
  ): Promise<Value | undefined> {
    const before = this.generation;
    const loaded = await load();
    if (loaded === undefined) return undefined;
    if (before === this.generation && this.feed.connected) this.keep(key, loaded);
    return loaded.value;
  }

  private keep(key: string, { value, about }: Cacheable<Value>): void {
    if (this.entries.size >= this.bounds.maxEntries) {
      const oldest = this.entries.keys().next();
      if (oldest.done !== true) this.drop(oldest.value);
    }
    const tags = about.map(({ subject, id }) => tagOf(subject, id));
    this.entries.set(key, { value, expires: this.now() + this.bounds.maxAgeMs, tags });
    for (const tag of tags) {
      const keys = this.keysByTag.get(tag);
      if (keys === undefined) this.keysByTag.set(tag, new Set([key]));
      else keys.add(key);
    }
  }

  private drop(key: string): void {
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
