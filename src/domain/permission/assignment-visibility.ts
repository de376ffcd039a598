/** Who looks at the assignments of an asset. */
export interface AssignmentViewer {
  /** Absent for an anonymous caller. */
  readonly userId?: number;
  /** The caller owns the asset, holds manage_asset on it, or is a superuser. */
  readonly managesAsset: boolean;
}

/** Whose assignments are meant: everybody's, or those of the users with these ids. */
export type VisibleHolders = 'all' | ReadonlySet<number>;

/**
 * Whose assignments a caller is shown (contract-assets 3.3): managers see all, other viewers their own, the owner's and
 * AnonymousUser's. Inside the JSON of an asset (`place: 'asset'`) an anonymous caller is shown the owner's only.
 */
export function visibleHolders(
  viewer: AssignmentViewer,
  asset: { readonly ownerId: number; readonly anonymousUserId: number },
  place: 'assignment-list' | 'asset',
): VisibleHolders {
  if (viewer.managesAsset) return 'all';
  const holders = new Set([asset.ownerId]);
  if (viewer.userId !== undefined) holders.add(viewer.userId);
  if (viewer.userId !== undefined || place === 'assignment-list') holders.add(asset.anonymousUserId);
  return holders;
}
