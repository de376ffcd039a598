/** What is kept, and how much memory it takes, in bytes. */
interface Kept<Value> {
  readonly value: Value;
  readonly owner: string;
  readonly bytes: number;
}

export interface RoomBounds {
  readonly bytes: number;
  /** Of one owner: whoever asks for ever new things makes room at its own expense. */
  readonly bytesOfOne: number;
  /** A longer key is no key: callers choose what keys are made of. */
  readonly keyLength: number;
}

/** What stands around an entry: two maps, the objects that hold it, the head of its buffer. */
const BESIDE_BYTES = 500;

/** Keeps values of many owners in so many bytes. What was used last is let go last, an owner's own before others'. */
export class SharedRoom<Value> {
  /** The one that was used last stands last. */
  private readonly entries = new Map<string, Kept<Value>>();
  private readonly byOwner = new Map<string, { bytes: number; readonly keys: Set<string> }>();
  private bytes = 0;

  constructor(private readonly bounds: RoomBounds) {}

  /** Of all that is kept. */
  get weight(): number {
    return this.bytes;
  }

  get(key: string): Value | undefined {
    return this.entries.get(key)?.value;
  }

  takes(key: string): boolean {
    return key.length <= this.bounds.keyLength;
  }

  /** It was used. */
  touch(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    this.entries.set(key, entry);
    const { keys } = this.byOwner.get(entry.owner)!;
    keys.delete(key);
    keys.add(key);
  }

  /** In place of what has the key, if there is room for so much. @param weight of the value, in bytes */
  put(key: string, owner: string, value: Value, weight: number): void {
    this.drop(key);
    const bytes = weight + 2 * key.length + BESIDE_BYTES;
    if (!this.takes(key) || bytes > this.bounds.bytesOfOne) return;
    const own = this.byOwner.get(owner) ?? { bytes: 0, keys: new Set<string>() };
    this.byOwner.set(owner, own);
    own.keys.add(key);
    own.bytes += bytes;
    this.entries.set(key, { value, owner, bytes });
    this.bytes += bytes;
    while (own.bytes > this.bounds.bytesOfOne) this.drop(own.keys.values().next().value!);
    while (this.bytes > this.bounds.bytes) this.drop(this.entries.keys().next().value!);
  }

  clear(): void {
    this.entries.clear();
    this.byOwner.clear();
    this.bytes = 0;
  }

  private drop(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    this.bytes -= entry.bytes;
    const own = this.byOwner.get(entry.owner)!;
    own.bytes -= entry.bytes;
    own.keys.delete(key);
    if (own.keys.size === 0) this.byOwner.delete(entry.owner);
  }
}
