import { canonicalJson } from '../text/json-members';
import { type Codename, PERMISSIONS, CODENAMES } from './codename';
import type { AssetType } from '../content/content';
import { assertAssignable, isAssignable } from './assignable';

/** Condition of a row filter, in the syntax of the data list's `query`: every key must match. */
export type SubmissionCondition = Readonly<Record<string, unknown>>;

/** Row filter: conditions joined by OR; an empty list matches nothing. */
export type SubmissionFilter = readonly SubmissionCondition[];

/** Permissions on submissions that partial_submissions can grant partially. */
export type PartialCodename = Exclude<Extract<Codename, `${string}_submissions`>, 'partial_submissions'>;

/** Content of a partial_submissions assignment: row filter by permission. */
export type PartialGrants = ReadonlyMap<Codename, SubmissionFilter>;

/** Partial grants in the JSON shape of the column `partial_grants`. */
export type StoredPartialGrants = Readonly<Partial<Record<PartialCodename, SubmissionFilter>>>;

/** Storage and response order: implied permissions first. */
const PARTIAL_CODENAMES = [
  'add_submissions',
  'view_submissions',
  'change_submissions',
  'delete_submissions',
  'validate_submissions',
] as const satisfies readonly PartialCodename[];

/** Returns whether partial_submissions can grant the permission (contract-assets 3.5). */
export function isPartialCodename(codename: Codename): codename is PartialCodename {
  return codename.endsWith('_submissions') && codename !== 'partial_submissions';
}

/**
 * Expands partial grants for storage (contract-assets 3.5): copies the filters of each permission to the ones it implies, so
 * that editable submissions are visible too. Drops equal conditions; overlapping ones stay.
 */
export function expandPartialGrants(
  requested: Iterable<readonly [PartialCodename, SubmissionFilter]>,
): StoredPartialGrants {
  const filters: Partial<Record<PartialCodename, SubmissionFilter>> = {};
  for (const [codename, filter] of requested) {
    for (const each of [codename, ...PERMISSIONS[codename].implied.filter(isPartialCodename)]) {
      filters[each] = mergeFilters(filters[each] ?? [], filter);
    }
  }
  const entries = PARTIAL_CODENAMES.map((codename) => [codename, filters[codename]] as const);
  return Object.fromEntries(entries.filter(([, filter]) => filter !== undefined));
}

/** Returns whether the grants imply add_submissions in full: partial change_submissions does (contract-assets 3.5). */
export function impliesAddSubmissions(grants: StoredPartialGrants): boolean {
  return grants.change_submissions !== undefined;
}

/** Reads stored grants, in storage order; empty for null. */
export function readPartialGrants(stored: StoredPartialGrants | null): PartialGrants {
  return new Map(
    PARTIAL_CODENAMES.flatMap((codename) => {
      const filter = stored?.[codename];
      return filter === undefined ? [] : [[codename, filter] as const];
    }),
  );
}

/** Compares stored grants, regardless of key order in their conditions. */
export function equalPartialGrants(
  one: StoredPartialGrants | null,
  other: StoredPartialGrants | null,
): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

function mergeFilters(first: SubmissionFilter, second: SubmissionFilter): SubmissionFilter {
  const byText = new Map(first.map((condition) => [canonicalJson(condition), condition]));
  for (const condition of second) {
    const text = canonicalJson(condition);
    if (!byText.has(text)) byText.set(text, condition);
  }
  return [...byText.values()];
}

/** Whether one who sees the rows of `seen` sees those of `asked`: all, or by the same conditions. Absent filters mean all. */
export function coversFilter(
  seen: SubmissionFilter | undefined,
  asked: SubmissionFilter | undefined,
): boolean {
  if (seen === undefined) return true;
  const conditions = new Set(seen.map(canonicalJson));
  return asked?.every((condition) => conditions.has(canonicalJson(condition))) === true;
}

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
