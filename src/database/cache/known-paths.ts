import { SharedRoom } from './shared-room';
import type { ChangeListener } from '../change-feed';

/** The paths under which anything was answered to an asset. */
export interface KnownPaths {
  readonly paths: readonly string[];
  /** The snapshot of PostgreSQL in which it was so, as text: what it does not show may have changed it. */
  readonly snapshot: string;
}

const KILOBYTE = 1024;
/** Collectors send as many paths as they like, and as long ones: of an asset with too much of them nothing is remembered. */
const ROOM = { bytes: 4_096 * KILOBYTE, bytesOfOne: 256 * KILOBYTE, keyLength: 20 };
/** What stands around the text of a path, and what a character of it may take. */
const [BESIDE_BYTES, CHARACTER_BYTES] = [32, 2];

/** Remembers which paths are answered, by asset; what came and went since, the database knows. */
export class KnownPathsOfAssets implements ChangeListener {
  private readonly room = new SharedRoom<KnownPaths>(ROOM);

  of(assetId: number): KnownPaths | undefined {
    return this.room.get(String(assetId));
  }

  note(assetId: number, known: KnownPaths): void {
    const asset = String(assetId);
    const texts = [known.snapshot, ...known.paths];
    this.room.put(
      asset,
      asset,
      known,
      texts.reduce((bytes, { length }) => bytes + CHARACTER_BYTES * length + BESIDE_BYTES, 0),
    );
  }

  changed(): void {
    // The database is asked each time.
  }

  /** What answers next may be another database, such as one that a standby became. */
  lost(): void {
    this.room.clear();
  }
}
