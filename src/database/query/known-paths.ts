import type { ChangeListener } from '../change-feed';

/** The paths under which anything was answered to an asset. */
export interface KnownPaths {
  readonly paths: readonly string[];
  /** The snapshot of PostgreSQL in which it was so, as text: what it does not show may have changed it. */
  readonly snapshot: string;
}

const MOST_ASSETS = 100;
/** Assets with more are not remembered. */
const MOST_PATHS = 1_000;

/** Remembers which paths are answered, by asset; what came and went since, the database knows. */
export class KnownPathsOfAssets implements ChangeListener {
  private readonly byAsset = new Map<number, KnownPaths>();

  of(assetId: number): KnownPaths | undefined {
    return this.byAsset.get(assetId);
  }

  note(assetId: number, known: KnownPaths): void {
    // What was used last stands last, and what stands first makes room.
    this.byAsset.delete(assetId);
    if (known.paths.length > MOST_PATHS) return;
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
}
