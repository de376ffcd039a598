import { Injectable } from '@nestjs/common';
import { ChangeFeed, type ChangeListener } from '../change-feed';
import { AssetChangeQuery, type AssetReader } from './asset-change.query';

export type { AssetReader };

/** What was read, and how much memory it takes, about. */
export interface KeptRead<Value> {
  readonly value: Value;
  readonly bytes: number;
}

interface Entry extends KeptRead<unknown> {
  /** Of a moment before the reading, or of one since when nothing had changed. */
  snapshot: string;
}

const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Keeps what was read of assets for as long as nothing changed that it tells of. Nothing is believed: each time the
 * database says whether it still holds, so that a change shows at once, whichever process made it (decision 120).
 */
@Injectable()
export class AssetReads implements ChangeListener {
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;

  constructor(
    private readonly changes: AssetChangeQuery,
    feed: ChangeFeed,
  ) {
    feed.subscribe(this);
  }

  /**
   * What `read` gave when it was asked last, the very same value, or what it gives now.
   * @param key says what is read and by whom
   * @param read reads nothing but what changes of assets are noted for
   */
  async keep<Value>(key: string, by: AssetReader, read: () => Promise<KeptRead<Value>>): Promise<Value> {
    const known = this.entries.get(key);
    const { snapshot, hasChanged } = await this.changes.look(by, known?.snapshot);
    if (known !== undefined && !hasChanged) {
      known.snapshot = snapshot;
      this.put(key, known);
      return known.value as Value;
    }
    const { value, bytes } = await read();
    this.put(key, { value, bytes, snapshot });
    return value;
  }

  changed(): void {
    // The database is asked each time.
  }

  /** What answers next may be another database, such as one that a standby became. */
  lost(): void {
    this.entries.clear();
    this.bytes = 0;
  }

  /** Forgets what all others have heard of by now; what is kept is read anew once. */
  forget(): Promise<void> {
    return this.changes.forget();
  }

  /** What was used last stands last, and what stands first makes room. */
  private put(key: string, entry: Entry): void {
    this.drop(key);
    if (entry.bytes > MOST_BYTES) return;
    this.entries.set(key, entry);
    this.bytes += entry.bytes;
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= MOST_BYTES) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    this.bytes -= this.entries.get(key)?.bytes ?? 0;
    this.entries.delete(key);
  }
}
