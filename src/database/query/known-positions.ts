import type { ChangeListener } from '../change-feed';

/** Where a page of submissions began. */
export interface KnownPosition {
  /** How many stand before it. */
  readonly start: number;
  /** The first one on it. */
  readonly id: number;
  /** The snapshot of PostgreSQL in which it was so, as text. */
  readonly snapshot: string;
}

interface Noted extends KnownPosition {
  readonly notedAt: number;
}

const MOST_ASSETS = 200;
const MOST_POSITIONS = 50;
/** To ask whether an older one holds may take longer than to skip anew. */
const LONGEST_MS = 60_000;

/** Remembers where deep pages began, by asset; whether it is still so, the database knows. */
export class KnownPositions implements ChangeListener {
  private readonly byAsset = new Map<number, readonly Noted[]>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** The last one that is not behind `start`. */
  upTo(assetId: number, start: number): KnownPosition | undefined {
    return this.youngOf(assetId).reduce<Noted | undefined>(
      (best, each) => (each.start <= start && each.start >= (best?.start ?? 0) ? each : best),
      undefined,
    );
  }

  note(assetId: number, position: KnownPosition): void {
    const others = this.youngOf(assetId).filter(({ start }) => start !== position.start);
    const known = [...others, { ...position, notedAt: this.now() }].slice(-MOST_POSITIONS);
    // What was used last stands last, and what stands first makes room.
    this.byAsset.delete(assetId);
    this.byAsset.set(assetId, known);
    if (this.byAsset.size > MOST_ASSETS) this.byAsset.delete(this.byAsset.keys().next().value!);
  }

  changed(): void {
    // The database is asked each time.
  }

  /** What answers next may be another database, such as one that a standby became. */
  lost(): void {
    this.byAsset.clear();
  }

  private youngOf(assetId: number): readonly Noted[] {
    const known = this.byAsset.get(assetId) ?? [];
    return known.filter(({ notedAt }) => this.now() - notedAt < LONGEST_MS);
  }
}
