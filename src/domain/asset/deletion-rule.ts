export interface Deleter {
  readonly id: number;
  readonly username: string;
  readonly isSuperuser: boolean;
}

export interface DeletableAsset {
  readonly ownerId: number;
  /** Username of the creator. */
  readonly createdBy: string | null;
  readonly hasSubmissions: boolean;
}

/**
 * Returns whether a caller with `manage_asset` may delete the asset: its owner, a superuser, or its creator while it
 * has no submissions (contract-assets 2.6).
 */
export function mayDelete(
  { id, username, isSuperuser }: Deleter,
  { ownerId, createdBy, hasSubmissions }: DeletableAsset,
): boolean {
  return isSuperuser || id === ownerId || (createdBy === username && !hasSubmissions);
}
