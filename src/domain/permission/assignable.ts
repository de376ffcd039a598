import type { AssetType } from '../content/content';
import { InvalidError } from '../errors';
import { CODENAMES, type Codename, PERMISSIONS } from './codename';

const ASSET_LEVEL_PERMISSIONS: readonly Codename[] = [
  'change_asset',
  'discover_asset',
  'manage_asset',
  'view_asset',
];

/** Permissions that can be assigned on this asset type: only surveys have submissions (decision 26). */
export function assignablePermissions(assetType: AssetType): readonly Codename[] {
  return assetType === 'survey' ? CODENAMES : ASSET_LEVEL_PERMISSIONS;
}

/** Returns whether the permission can be assigned on this asset type. */
export function isAssignable(codename: Codename, assetType: AssetType): boolean {
  return assignablePermissions(assetType).includes(codename);
}

/** Permissions that AnonymousUser may hold (decision 26); closed under implication. */
export const ANONYMOUS_ASSIGNABLE: readonly Codename[] = [
  'add_submissions',
  'discover_asset',
  'view_asset',
  'view_submissions',
];

/** @throws InvalidError on `permission` when it cannot be assigned on this asset type */
export function assertAssignable(codename: Codename, assetType: AssetType): void {
  if (!isAssignable(codename, assetType)) {
    throw InvalidError.at(
      'permission',
      `${codename} cannot be assigned explicitly to Asset objects of this type.`,
    );
  }
}

/** @throws InvalidError on `permission` when AnonymousUser may not hold it */
export function assertAnonymousAssignable(codename: Codename): void {
  if (!ANONYMOUS_ASSIGNABLE.includes(codename)) {
    throw InvalidError.at('permission', `Anonymous users cannot be granted the permission ${codename}.`);
  }
}

/** Permissions assigned to an owner: all assignable ones but `partial_submissions`. */
export function ownerPermissions(assetType: AssetType): readonly Codename[] {
  return assignablePermissions(assetType).filter((codename) => codename !== 'partial_submissions');
}

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

/** Permissions of owners and superusers: all but `partial_submissions`, which restricts instead of granting. */
export const FULL_ACCESS: ReadonlySet<Codename> = new Set(
  CODENAMES.filter((codename) => codename !== 'partial_submissions'),
);

export interface EffectivePermissionFacts {
  /** The caller owns the asset or is a superuser. */
  readonly isOwnerOrSuperuser: boolean;
  /** The caller's own assignments; none for an anonymous caller. */
  readonly own: Iterable<Codename>;
  /** Assignments of AnonymousUser, which apply to every caller. */
  readonly anonymous: Iterable<Codename>;
}

/**
 * Permissions of a caller on an asset that have no row filter (contract-assets 0.4). Includes `partial_submissions` when
 * held, not the permissions that it grants on some submissions.
 */
export function effectivePermissions(facts: EffectivePermissionFacts): ReadonlySet<Codename> {
  return facts.isOwnerOrSuperuser ? FULL_ACCESS : new Set([...facts.own, ...facts.anonymous]);
}

/** Permissions that an asset inherits from its collection (contract-assets 3.10). */
export const INHERITABLE_CODENAMES = ['change_asset', 'view_asset'] as const satisfies readonly Codename[];

export type InheritableCodename = (typeof INHERITABLE_CODENAMES)[number];

/** Permissions of one user on an asset, by origin. */
export interface PermissionsByOrigin {
  readonly own: ReadonlySet<Codename>;
  readonly inherited: ReadonlySet<InheritableCodename>;
}

/**
 * Computes the permissions of a user on an asset in a collection. An inherited permission becomes own when an own one
 * implies it.
 * @param own granted on the asset itself
 * @param parentHeld held on the collection, of any origin
 * @param denied revoked on the asset; nothing is inherited once `view_asset` is
 */
export function inheritPermissions(
  { own, inherited }: PermissionsByOrigin,
  parentHeld: ReadonlySet<Codename>,
  denied: ReadonlySet<Codename>,
): PermissionsByOrigin {
  const promoted = INHERITABLE_CODENAMES.filter(
    (each) => inherited.has(each) && [...own].some((held) => PERMISSIONS[held].implied.includes(each)),
  );
  const ownAfter = new Set([...own, ...promoted]);
  const inheritedAfter = INHERITABLE_CODENAMES.filter(
    (each) => parentHeld.has(each) && !ownAfter.has(each) && !denied.has(each) && !denied.has('view_asset'),
  );
  return { own: ownAfter, inherited: new Set(inheritedAfter) };
}
