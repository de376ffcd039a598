import type { Codename } from '../permission/codename';

/** Visibility of an asset (contract-assets 1.5). */
export type AssetStatus = 'private' | 'shared' | 'public' | 'public-discoverable';

export interface AssignedPermission {
  readonly userId: number;
  readonly codename: Codename;
}

/** Derives the visibility from the assignments of users other than the owner. */
export function assetStatus(
  assignments: readonly AssignedPermission[],
  ownerId: number,
  anonymousUserId: number,
): AssetStatus {
  const others = assignments.filter(({ userId }) => userId !== ownerId);
  const anonymous = new Set(
    others.flatMap((each) => (each.userId === anonymousUserId ? [each.codename] : [])),
  );
  if (anonymous.has('discover_asset')) return 'public-discoverable';
  if (anonymous.has('view_asset')) return 'public';
  return others.length > 0 ? 'shared' : 'private';
}
