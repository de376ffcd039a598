import type { Codename } from './codename';
import { PERMISSIONS } from './permission-table';

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
