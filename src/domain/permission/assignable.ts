import type { AssetType } from '../content/asset-type';
import { InvalidError } from '../errors';
import { CODENAMES, type Codename } from './codename';

const ASSET_LEVEL_PERMISSIONS: readonly Codename[] = [
  'change_asset',
  'discover_asset',
  'manage_asset',
  'view_asset',
];

/** Permissions that can be assigned on this asset type: only surveys have submissions (decision 27). */
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
