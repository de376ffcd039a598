import type { Codename } from '../permission/codename';

/** How widely an asset is open (contract-assets 1.5). */
export type AssetStatus = 'private' | 'shared' | 'public' | 'public-discoverable';

/** An assignment as far as openness goes. */
export interface Holding {
  readonly userId: number;
  readonly codename: Codename;
}

/** What grants to others than the owner make of an asset. */
export function assetStatus(
  holdings: readonly Holding[],
  ownerId: number,
  anonymousUserId: number,
): AssetStatus {
  const others = holdings.filter(({ userId }) => userId !== ownerId);
  const anonymous = new Set(
    others.flatMap((each) => (each.userId === anonymousUserId ? [each.codename] : [])),
  );
  if (anonymous.has('discover_asset')) return 'public-discoverable';
  if (anonymous.has('view_asset')) return 'public';
  return others.length > 0 ? 'shared' : 'private';
}
