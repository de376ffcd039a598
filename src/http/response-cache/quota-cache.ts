import { LRUCache } from 'lru-cache';

interface Entry<Value> {
  readonly value: Value;
  readonly owner: string;
  readonly bytes: number;
}

export interface CacheBudget {
  readonly maxBytes: number;
  /** Quota: an owner that exceeds it evicts its own entries, not those of others. */
  readonly maxBytesPerOwner: number;
  /** Longer keys are not cached: clients control their length. */
  readonly maxKeyLength: number;
}

/** Estimated memory of the map entries, objects and buffer header of one entry. */
const ENTRY_OVERHEAD_BYTES = 500;

/** LRU cache with a byte budget, and a byte quota per owner. */
export class QuotaCache<Value> {
  private readonly entries: LRUCache<string, Entry<Value>>;
  /** Keys in LRU order, as in `entries`. */
  private readonly owners = new Map<string, { bytes: number; readonly keys: Set<string> }>();

  constructor(private readonly budget: CacheBudget) {
    this.entries = new LRUCache({
      maxSize: budget.maxBytes,
      maxEntrySize: budget.maxBytesPerOwner,
      sizeCalculation: ({ bytes }) => bytes,
      dispose: (entry, key) => this.releaseQuota(entry, key),
    });
  }

  get totalBytes(): number {
    return this.entries.calculatedSize;
  }

  /** Does not count as a use: the entry may turn out to be stale. */
  get(key: string): Value | undefined {
    return this.entries.peek(key)?.value;
  }

  accepts(key: string): boolean {
    return key.length <= this.budget.maxKeyLength;
  }

  touch(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    const { keys } = this.owners.get(entry.owner)!;
    keys.delete(key);
    keys.add(key);
  }

  /** Replaces the entry of a key; a value over the owner's quota is not cached. */
  set(key: string, owner: string, value: Value, valueBytes: number): void {
    if (!this.accepts(key)) return;
    this.entries.set(key, { value, owner, bytes: valueBytes + 2 * key.length + ENTRY_OVERHEAD_BYTES });
    const entry = this.entries.peek(key);
    if (entry === undefined) return;
    const own = this.owners.get(owner) ?? { bytes: 0, keys: new Set<string>() };
    this.owners.set(owner, own);
    own.keys.add(key);
    own.bytes += entry.bytes;
    while (own.bytes > this.budget.maxBytesPerOwner) this.entries.delete(own.keys.values().next().value!);
  }

  clear(): void {
    this.entries.clear();
  }

  private releaseQuota({ owner, bytes }: Entry<Value>, key: string): void {
    const own = this.owners.get(owner)!;
    own.bytes -= bytes;
    own.keys.delete(key);
    if (own.keys.size === 0) this.owners.delete(owner);
  }
}
