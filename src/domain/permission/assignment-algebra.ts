import type { AssetType } from '../content/asset-type';
import { assertAssignable, isAssignableOn } from './assignable';
import { CODENAMES, type Codename } from './codename';
import { PERMISSIONS } from './permission-table';

/** What to write and what to delete among one user's direct assignments on one asset. The two never overlap. */
export interface AssignmentChange {
  readonly add: readonly Codename[];
  readonly remove: readonly Codename[];
}

/**
 * What granting `codename` to a user who holds `held` changes (contract-assets 3.4, steps 1 and 3 to 6): contradictory
 * assignments go, the codename and all that it implies on this type of asset come. Nothing changes when it is held.
 * Stored row filters are not touched here; `grantDropsPartialGrants` tells when they go.
 * @throws InvalidError when the codename can't be assigned on assets of this type.
 */
export function grant(held: Iterable<Codename>, codename: Codename, assetType: AssetType): AssignmentChange {
  assertAssignable(codename, assetType);
  const before = new Set(held);
  const after = new Set(before);
  if (!before.has(codename)) {
    assign(after, codename);
    for (const implied of PERMISSIONS[codename].implied) {
      if (isAssignableOn(implied, assetType) && !after.has(implied)) assign(after, implied);
    }
  }
  return {
    add: CODENAMES.filter((each) => after.has(each) && !before.has(each)),
    remove: CODENAMES.filter((each) => before.has(each) && !after.has(each)),
  };
}

function assign(held: Set<Codename>, codename: Codename): void {
  for (const rival of PERMISSIONS[codename].contradictory) held.delete(rival);
  held.add(codename);
}

/** Everything a user holds after being granted these, one after the other, starting from nothing. */
export function grantAll(codenames: Iterable<Codename>, assetType: AssetType): Set<Codename> {
  let held = new Set<Codename>();
  for (const codename of codenames) held = applyChange(held, grant(held, codename, assetType));
  return held;
}

/** The held codenames after a change. */
export function applyChange(held: Iterable<Codename>, change: AssignmentChange): Set<Codename> {
  const after = new Set(held);
  for (const codename of change.remove) after.delete(codename);
  for (const codename of change.add) after.add(codename);
  return after;
}

/**
 * What goes when `codename` is taken away: itself and every held permission that implies it (contract-assets 3.6).
 * Losing view_asset leaves add_submissions, which does not imply it.
 */
export function revoke(held: Iterable<Codename>, codename: Codename): Codename[] {
  const before = new Set(held);
  return CODENAMES.filter(
    (each) => before.has(each) && (each === codename || PERMISSIONS[each].implied.includes(codename)),
  );
}

/** True when granting this codename deletes the user's stored row filters (contract-assets 3.4, step 7). */
export function grantDropsPartialGrants(codename: Codename): boolean {
  return codename === 'manage_asset' || PERMISSIONS[codename].contradictory.includes('partial_submissions');
}
