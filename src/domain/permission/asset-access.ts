import type { Codename } from './codename';
import type { SubmissionFilter } from './partial-grant';

declare const proven: unique symbol;

/**
 * Capability: proves that a caller holds the permission `P` on one asset. Services require it as an argument; only
 * `asset-access.factory.ts` constructs one. `AssetAccess<'change_asset' | 'view_asset'>` proves one of the two. Access
 * with a stronger permission does not prove what that implies: authorize the permission that is needed.
 */
export interface AssetAccess<P extends Codename> {
  readonly [proven]: P;
  readonly assetId: number;
  readonly assetUid: string;
  readonly ownerId: number;
  /** All permissions of the caller on the asset that have no row filter. */
  readonly held: ReadonlySet<Codename>;
  /** Submissions that `P` covers; absent: all. Every query on submissions must apply it. */
  readonly filter?: SubmissionFilter;
}
