import type { AssetType } from '../content/asset-type';
import { assertAssignable, isAssignableOn } from './assignable';
import { CODENAMES, type Codename } from './codename';
import {
  expandPartialGrants,
  type KeptPartialGrants,
  type PartialCodename,
  partialGrantsBringAddSubmissions,
  samePartialGrants,
  type SubmissionFilter,
} from './partial-grant';
import { PERMISSIONS } from './permission-table';

/** What one user holds on one asset by assignments. */
export interface Holding {
  readonly codenames: ReadonlySet<Codename>;
  /** What the assignment of partial_submissions says; null exactly when there is none. */
  readonly partialGrants: KeptPartialGrants | null;
}

export const NOTHING_HELD: Holding = { codenames: new Set(), partialGrants: null };

/** One permission that is to be granted. */
export type AskedGrant =
  | { readonly codename: Exclude<Codename, 'partial_submissions'> }
  | {
      readonly codename: 'partial_submissions';
      readonly partialGrants: readonly (readonly [PartialCodename, SubmissionFilter])[];
    };

/**
 * What a user holds after a grant (contract-assets 3.4): contradictory assignments go, the codename and all that it
 * implies on this type of asset come. Nothing changes when it is held already; partial_submissions takes the filters
 * that come with it instead of those that it had, and loses them when it is driven out.
 * @throws InvalidError when the codename can't be assigned on assets of this type.
 */
export function granted(before: Holding, asked: AskedGrant, assetType: AssetType): Holding {
  assertAssignable(asked.codename, assetType);
  const codenames = new Set(before.codenames);
  assign(codenames, asked.codename, assetType);
  if (asked.codename !== 'partial_submissions') return holding(codenames, before.partialGrants);
  const partialGrants = expandPartialGrants(asked.partialGrants);
  if (partialGrantsBringAddSubmissions(partialGrants)) assign(codenames, 'add_submissions', assetType);
  return holding(codenames, partialGrants);
}

/** Everything a user holds after being granted these, one after the other, starting from nothing. */
export function grantedAll(asked: Iterable<AskedGrant>, assetType: AssetType): Holding {
  let held = NOTHING_HELD;
  for (const each of asked) held = granted(held, each, assetType);
  return held;
}

/**
 * What a user holds after `codename` was taken away: it goes with every permission that implies it (contract-assets
 * 3.6). Losing view_asset leaves add_submissions, which does not imply it.
 */
export function revoked(before: Holding, codename: Codename): Holding {
  const left = [...before.codenames].filter(
    (each) => each !== codename && !PERMISSIONS[each].implied.includes(codename),
  );
  return holding(new Set(left), before.partialGrants);
}

/**
 * What of a holding can be held on an asset of another type, with all that it implies there. Filters go along as they
 * are, and bring nothing that was taken since they were given.
 */
export function carriedOver(from: Holding, assetType: AssetType): Holding {
  const codenames = new Set<Codename>();
  for (const codename of from.codenames) {
    if (isAssignableOn(codename, assetType)) assign(codenames, codename, assetType);
  }
  return holding(codenames, from.partialGrants);
}

/** What to write and what to delete among one user's assignments. The two never overlap. */
export interface HoldingChange {
  readonly add: readonly Codename[];
  readonly remove: readonly Codename[];
  /** partial_submissions stays and says something else. */
  readonly refilter: boolean;
}

/** The assignments that lead from one holding to another; those that stay are left alone. */
export function changeBetween(before: Holding, after: Holding): HoldingChange {
  const stays = before.partialGrants !== null && after.partialGrants !== null;
  return {
    add: CODENAMES.filter((each) => after.codenames.has(each) && !before.codenames.has(each)),
    remove: CODENAMES.filter((each) => before.codenames.has(each) && !after.codenames.has(each)),
    refilter: stays && !samePartialGrants(before.partialGrants, after.partialGrants),
  };
}

function assign(held: Set<Codename>, codename: Codename, assetType: AssetType): void {
  if (held.has(codename)) return;
  for (const each of [codename, ...PERMISSIONS[codename].implied]) {
    if (!isAssignableOn(each, assetType) || held.has(each)) continue;
    for (const rival of PERMISSIONS[each].contradictory) held.delete(rival);
    held.add(each);
  }
}

function holding(codenames: ReadonlySet<Codename>, partialGrants: KeptPartialGrants | null): Holding {
  return { codenames, partialGrants: codenames.has('partial_submissions') ? partialGrants : null };
}
