import { Injectable } from '@nestjs/common';
import type { Weighed } from '../../domain/text/rendering';
import { ChangeFeed, type ChangeListener } from '../change-feed';
import { AssetChangeQuery, type AssetReader } from './asset-change.query';
import { LookGathering } from './look-gathering';
import { SharedRoom } from './shared-room';

export type { AssetReader };

/** What was made of what was read. */
export interface FreshRead<Text> {
  readonly text: Text;
  /** Ids of the assets whose submissions are counted in it. */
  readonly counted: readonly number[];
}

/** The same with the counts of now, as `Tallies` reads them; undefined: they are still to be read. */
export interface HeldRead<Text> extends FreshRead<Text> {
  readonly tallies: string | undefined;
}

/** What is read, by whom, and how. */
export interface AskedRead<Text extends Weighed> {
  /** All that the text is made from beside what is read: alike keys, alike texts. */
  readonly key: string;
  readonly by: AssetReader;
  /** It tells of this asset alone. */
  readonly assetId?: number;
  /** Reads nothing but what changes of assets are noted for. */
  readonly read: () => Promise<FreshRead<Text>>;
}

interface Entry extends FreshRead<Weighed> {
  /** Of a moment before the reading, or of one since when nothing had changed. */
  snapshot: string;
  readonly server: string;
}

const MB = 1024 * 1024;
/** What stands beside a text for each asset whose submissions are counted in it: its id, and its counts as text. */
const COUNTED_BYTES = 40;
/** Whoever signs in can ask as nobody too, and by a link: all three leave room for others. */
const ROOM = { bytes: 16 * MB, bytesOfOne: 5 * MB, keyLength: 2_000 };

/**
 * Keeps the text that was made of assets for as long as nothing changed that it tells of. Nothing is believed: each time the
 * database says whether it still holds, so that a change shows at once, whichever process made it (decision 120).
 */
@Injectable()
export class AssetReads implements ChangeListener {
  private readonly room = new SharedRoom<Entry>(ROOM);
  private readonly looks: LookGathering;
  /** What is about to be asked for: whoever wants the same meanwhile gets the same. */
  private readonly starting = new Map<string, Promise<HeldRead<Weighed>>>();
  private generation = 0;

  constructor(
    private readonly changes: AssetChangeQuery,
    feed: ChangeFeed,
  ) {
    this.looks = new LookGathering(changes, () => this.starting.clear());
    feed.subscribe(this);
  }

  /** What `read` gave when it was asked last, the very same text, or what it gives now. */
  async keep<Text extends Weighed>(asked: AskedRead<Text>): Promise<HeldRead<Text>> {
    if (!this.room.takes(asked.key)) return { ...(await asked.read()), tallies: undefined };
    const started = this.starting.get(asked.key) ?? this.start(asked);
    this.starting.set(asked.key, started);
    return started as Promise<HeldRead<Text>>;
  }

  changed(): void {
    // The database is asked each time.
  }

  /** What answers next may be another database, such as one that a standby became. */
  lost(): void {
    this.generation += 1;
    this.room.clear();
  }

  /** Forgets what all others have heard of by now; what is kept is read anew once. */
  forget(): Promise<void> {
    return this.changes.forget();
  }

  private async start({ key, by, assetId, read }: AskedRead<Weighed>): Promise<HeldRead<Weighed>> {
    const { generation } = this;
    const known = this.room.get(key);
    const question = { by, assetId, since: known?.snapshot, counted: known?.counted ?? [] };
    const { snapshot, server, hasChanged, tallies } = await this.looks.look(question);
    const isSameServer = generation === this.generation && server === known?.server;
    if (known !== undefined && isSameServer && !hasChanged) {
      known.snapshot = snapshot;
      this.room.touch(key);
      return { text: known.text, counted: known.counted, tallies: tallies ?? undefined };
    }
    const fresh = await read();
    if (generation === this.generation) {
      const weight = fresh.text.weight + COUNTED_BYTES * fresh.counted.length;
      this.room.put(key, ownerOf(by), { ...fresh, snapshot, server }, weight);
    }
    return { ...fresh, tallies: undefined };
  }
}

/** Who asks comes first of those whose assignments count; by a link nobody does. */
function ownerOf({ userIds }: AssetReader): string {
  return String(userIds[0] ?? '');
}
