import type { AssetAccess } from './asset-access';
import type { Codename } from './codename';
import type { PartialGrants, SubmissionFilter } from './partial-grant';

/** What is known about one caller and one asset. */
export interface AccessFacts {
  readonly assetId: number;
  readonly assetUid: string;
  readonly ownerId: number;
  /** `effectivePermissions` of the caller. */
  readonly held: ReadonlySet<Codename>;
  /** The row filters of the caller's partial_submissions assignment; read only when `held` has it. */
  readonly partialGrants?: PartialGrants;
}

/**
 * The only maker of `AssetAccess`: the proof that the caller holds `codename`, or undefined when it does not.
 * A right held in full carries no filter; one held through a partial grant carries that grant's filter (contract-data 0).
 */
export function proveAccess<P extends Codename>(facts: AccessFacts, codename: P): AssetAccess<P> | undefined {
  const { assetId, assetUid, ownerId, held } = facts;
  const access = { assetId, assetUid, ownerId, held };
  if (held.has(codename)) return access as AssetAccess<P>;
  const filter = partialFilter(facts, codename);
  return filter === undefined ? undefined : ({ ...access, filter } as AssetAccess<P>);
}

function partialFilter(
  { held, partialGrants }: AccessFacts,
  codename: Codename,
): SubmissionFilter | undefined {
  if (!held.has('partial_submissions')) return undefined;
  const granted = partialGrants?.get(codename);
  if (granted !== undefined) return granted;
  // A holder of partial rights that do not include viewing sees an empty list and no refusal (contract-assets 3.5).
  return codename === 'view_submissions' ? [] : undefined;
}
