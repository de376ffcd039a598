/** Who wants to delete an asset. */
export interface Deleter {
  readonly id: number;
  readonly username: string;
  readonly isSuperuser: boolean;
}

/** What decides who may delete an asset. */
export interface DeletableAsset {
  readonly ownerId: number;
  /** Username of whoever made it. */
  readonly createdBy: string | null;
  readonly hasSubmissions: boolean;
}

/**
 * Whether a caller that manages the asset may delete it: its owner, a superuser, and who made it as long as no data was
 * collected (contract-assets 2.6).
 */
export function mayDelete(
  { id, username, isSuperuser }: Deleter,
  { ownerId, createdBy, hasSubmissions }: DeletableAsset,
): boolean {
  return isSuperuser || id === ownerId || (createdBy === username && !hasSubmissions);
}
