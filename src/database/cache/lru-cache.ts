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

/** LRU cache with a byte budget and a byte quota per owner. */
export class LruCache<Value> {
  /** In LRU order: the most recently used entry is last. */
  private readonly entries = new Map<string, Entry<Value>>();
  private readonly owners = new Map<string, { bytes: number; readonly keys: Set<string> }>();
  private usedBytes = 0;

  constructor(private readonly budget: CacheBudget) {}

  get totalBytes(): number {
    return this.usedBytes;
  }

  get(key: string): Value | undefined {
    return this.entries.get(key)?.value;
  }

  accepts(key: string): boolean {
    return key.length <= this.budget.maxKeyLength;
  }

  touch(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    this.entries.set(key, entry);
    const { keys } = this.owners.get(entry.owner)!;
    keys.delete(key);
    keys.add(key);
  }

  /** Replaces the entry of a key; a value over the owner's quota is not cached. */
  set(key: string, owner: string, value: Value, valueBytes: number): void {
    this.delete(key);
    const bytes = valueBytes + 2 * key.length + ENTRY_OVERHEAD_BYTES;
    if (!this.accepts(key) || bytes > this.budget.maxBytesPerOwner) return;
    const own = this.owners.get(owner) ?? { bytes: 0, keys: new Set<string>() };
    this.owners.set(owner, own);
    own.keys.add(key);
    own.bytes += bytes;
    this.entries.set(key, { value, owner, bytes });
    this.usedBytes += bytes;
    while (own.bytes > this.budget.maxBytesPerOwner) this.delete(own.keys.values().next().value!);
    while (this.usedBytes > this.budget.maxBytes) this.delete(this.entries.keys().next().value!);
  }

  clear(): void {
    this.entries.clear();
    this.owners.clear();
    this.usedBytes = 0;
  }

  private delete(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    this.usedBytes -= entry.bytes;
    const own = this.owners.get(entry.owner)!;
    own.bytes -= entry.bytes;
    own.keys.delete(key);
    if (own.keys.size === 0) this.owners.delete(entry.owner);
  }
}
