import type { Codename } from './codename';
import { PERMISSIONS } from './permission-table';

/** What an asset takes over from the collection that it is in (contract-assets 3.10). */
export const INHERITED = ['change_asset', 'view_asset'] as const satisfies readonly Codename[];

export type InheritedCodename = (typeof INHERITED)[number];

/** What one user holds on an asset, by where it comes from. */
export interface HeldByOrigin {
  readonly own: ReadonlySet<Codename>;
  readonly inherited: ReadonlySet<InheritedCodename>;
}

/**
 * What a user holds on an asset inside a collection.
 * @param own granted on the asset itself
 * @param given held on the collection, from wherever
 * @param denied taken away on the asset; whoever is denied to see it inherits nothing
 * @returns also what was inherited until now and is implied by something of the user's own: that is its own from now on
 */
export function inherit(
  { own, inherited }: HeldByOrigin,
  given: ReadonlySet<Codename>,
  denied: ReadonlySet<Codename>,
): HeldByOrigin {
  const needed = INHERITED.filter(
    (each) => inherited.has(each) && [...own].some((held) => PERMISSIONS[held].implied.includes(each)),
  );
  const kept = new Set([...own, ...needed]);
  const taken = INHERITED.filter(
    (each) => given.has(each) && !kept.has(each) && !denied.has(each) && !denied.has('view_asset'),
  );
  return { own: kept, inherited: new Set(taken) };
}
