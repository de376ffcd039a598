export interface AssignmentViewer {
  /** Absent for an anonymous caller. */
  readonly userId?: number;
  /** The caller owns the asset, holds manage_asset on it, or is a superuser. */
  readonly managesAsset: boolean;
}

/** Users whose assignments are visible: all, or these user ids. */
export type VisibleHolders = 'all' | ReadonlySet<number>;

/**
 * Assignments visible to a caller (contract-assets 3.3): all to managers; to others their own, the owner's and
 * AnonymousUser's. An anonymous caller sees only the owner's in the JSON of an asset (`context: 'asset'`).
 */
export function visibleHolders(
  viewer: AssignmentViewer,
  asset: { readonly ownerId: number; readonly anonymousUserId: number },
  context: 'assignment-list' | 'asset',
): VisibleHolders {
  if (viewer.managesAsset) return 'all';
  const holders = new Set([asset.ownerId]);
  if (viewer.userId !== undefined) holders.add(viewer.userId);
  if (viewer.userId !== undefined || context === 'assignment-list') holders.add(asset.anonymousUserId);
  return holders;
}
