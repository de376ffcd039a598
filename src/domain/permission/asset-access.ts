import type { Codename } from './codename';
import type { SubmissionFilter } from './partial-grant';

declare const proven: unique symbol;

/**
 * Proof that a caller holds the permission `P` on one asset. A service that acts on an asset demands it as an argument;
 * only `asset-access.factory.ts` can make one. A union such as `AssetAccess<'change_asset' | 'view_asset'>` reads
 * "either of them is proven". A proof of a stronger right is no proof of what it implies: prove what is needed.
 */
export interface AssetAccess<P extends Codename> {
  readonly [proven]: P;
  readonly assetId: number;
  readonly assetUid: string;
  readonly ownerId: number;
  /** Everything the caller holds on the asset without a row filter. */
  readonly held: ReadonlySet<Codename>;
  /** The submissions that `P` reaches; absent when it reaches all. Every query on submissions applies it. */
  readonly filter?: SubmissionFilter;
}
