import type { AssetType } from '../content/content';
import { assertAssignable, isAssignable } from './assignable';
import { CODENAMES, type Codename, PERMISSIONS } from './codename';
import {
  expandPartialGrants,
  type StoredPartialGrants,
  type PartialCodename,
  impliesAddSubmissions,
  equalPartialGrants,
  type SubmissionFilter,
} from './partial-grant';

/** Permissions assigned to one user on one asset. */
export interface PermissionSet {
  readonly codenames: ReadonlySet<Codename>;
  /** Filters of partial_submissions; null exactly when it is not in the set. */
  readonly partialGrants: StoredPartialGrants | null;
}

export const NO_PERMISSIONS: PermissionSet = { codenames: new Set(), partialGrants: null };

export type GrantRequest =
  | { readonly codename: Exclude<Codename, 'partial_submissions'> }
  | {
      readonly codename: 'partial_submissions';
      readonly partialGrants: readonly (readonly [PartialCodename, SubmissionFilter])[];
    };

/**
 * Grants a permission (contract-assets 3.4): removes contradictory permissions, adds the codename and the implied ones that
 * the asset type allows. Idempotent, except that partial_submissions replaces its filters.
 * @throws InvalidError on `permission` when it cannot be assigned on this asset type
 */
export function applyGrant(
  before: PermissionSet,
  request: GrantRequest,
  assetType: AssetType,
): PermissionSet {
  assertAssignable(request.codename, assetType);
  const codenames = new Set(before.codenames);
  assign(codenames, request.codename, assetType);
  if (request.codename !== 'partial_submissions') return permissionSet(codenames, before.partialGrants);
  const partialGrants = expandPartialGrants(request.partialGrants);
  if (impliesAddSubmissions(partialGrants)) assign(codenames, 'add_submissions', assetType);
  return permissionSet(codenames, partialGrants);
}

/** Applies grants in order, starting from no permissions. @throws InvalidError as `applyGrant` */
export function applyGrants(requests: Iterable<GrantRequest>, assetType: AssetType): PermissionSet {
  let held = NO_PERMISSIONS;
  for (const each of requests) held = applyGrant(held, each, assetType);
  return held;
}

/**
 * Revokes `codename` and every permission that implies it (contract-assets 3.6). Revoking view_asset keeps
 * add_submissions, which does not imply it.
 */
export function applyRevocation(before: PermissionSet, codename: Codename): PermissionSet {
  const remaining = [...before.codenames].filter(
    (each) => each !== codename && !PERMISSIONS[each].implied.includes(codename),
  );
  return permissionSet(new Set(remaining), before.partialGrants);
}

/**
 * Adapts a permission set to another asset type: keeps the assignable permissions and adds what they imply there. Filters
 * are copied as they are and do not restore permissions revoked since.
 */
export function adaptToAssetType(from: PermissionSet, assetType: AssetType): PermissionSet {
  const codenames = new Set<Codename>();
  for (const codename of from.codenames) {
    if (isAssignable(codename, assetType)) assign(codenames, codename, assetType);
  }
  return permissionSet(codenames, from.partialGrants);
}

/** Assignments to insert and to delete for one user; disjoint. */
export interface PermissionSetDiff {
  readonly add: readonly Codename[];
  readonly remove: readonly Codename[];
  /** True when partial_submissions stays, with other filters. */
  readonly filtersChanged: boolean;
}

/** Computes the changes that lead from one permission set to another. */
export function diffPermissionSets(before: PermissionSet, after: PermissionSet): PermissionSetDiff {
  const hasFilters = before.partialGrants !== null && after.partialGrants !== null;
  return {
    add: CODENAMES.filter((each) => after.codenames.has(each) && !before.codenames.has(each)),
    remove: CODENAMES.filter((each) => before.codenames.has(each) && !after.codenames.has(each)),
    filtersChanged: hasFilters && !equalPartialGrants(before.partialGrants, after.partialGrants),
  };
}

function assign(held: Set<Codename>, codename: Codename, assetType: AssetType): void {
  if (held.has(codename)) return;
  for (const each of [codename, ...PERMISSIONS[codename].implied]) {
    if (!isAssignable(each, assetType) || held.has(each)) continue;
    for (const contradictory of PERMISSIONS[each].contradictory) held.delete(contradictory);
    held.add(each);
  }
}

function permissionSet(
  codenames: ReadonlySet<Codename>,
  partialGrants: StoredPartialGrants | null,
): PermissionSet {
  return { codenames, partialGrants: codenames.has('partial_submissions') ? partialGrants : null };
}
