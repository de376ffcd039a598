import type { AssetType } from '../content/asset-type';
import { InvalidError } from '../errors';
import { CODENAMES, type Codename } from './codename';

const ABOUT_THE_ASSET: readonly Codename[] = ['change_asset', 'discover_asset', 'manage_asset', 'view_asset'];

/** What may be assigned on an asset of this type: submissions exist on surveys only (decision 27). */
export function assignableOn(assetType: AssetType): readonly Codename[] {
  return assetType === 'survey' ? CODENAMES : ABOUT_THE_ASSET;
}

/** True when the codename may be assigned on an asset of this type. */
export function isAssignableOn(codename: Codename, assetType: AssetType): boolean {
  return assignableOn(assetType).includes(codename);
}

/** All that AnonymousUser may ever hold (decision 26). Each implies nothing beyond these four. */
export const ANONYMOUS_ASSIGNABLE: readonly Codename[] = [
  'add_submissions',
  'discover_asset',
  'view_asset',
  'view_submissions',
];

/** @throws InvalidError on the field `permission` when assets of this type do not know the codename. */
export function assertAssignable(codename: Codename, assetType: AssetType): void {
  if (!isAssignableOn(codename, assetType)) {
    throw new InvalidError({
      permission: [`${codename} cannot be assigned explicitly to Asset objects of this type.`],
    });
  }
}

/** @throws InvalidError on the field `permission` when the codename is more than AnonymousUser may hold. */
export function assertAnonymousMayHold(codename: Codename): void {
  if (!ANONYMOUS_ASSIGNABLE.includes(codename)) {
    throw new InvalidError({
      permission: [`Anonymous users cannot be granted the permission ${codename}.`],
    });
  }
}

/** The assignments that an owner is listed with: everything but the one that narrows. */
export function ownerAssignments(assetType: AssetType): readonly Codename[] {
  return assignableOn(assetType).filter((codename) => codename !== 'partial_submissions');
}
