import type { AssetAccess } from './asset-access';
import type { Codename } from './codename';
import type { PartialGrants, SubmissionFilter } from './permission-set';

/** Permissions of one caller on one asset. */
export interface AccessFacts {
  readonly assetId: number;
  readonly assetUid: string;
  readonly ownerId: number;
  /** Result of `effectivePermissions` for the caller. */
  readonly held: ReadonlySet<Codename>;
  /** Filters of the caller's partial_submissions assignment; ignored unless `held` has it. */
  readonly partialGrants?: PartialGrants;
}

/**
 * Authorizes a caller: returns the `AssetAccess` for `codename`, or undefined when the caller lacks it. The only factory of
 * `AssetAccess`. A permission held through a partial grant carries the filter of the grant (contract-data 0).
 */
export function authorizeAccess<P extends Codename>(
  facts: AccessFacts,
  codename: P,
): AssetAccess<P> | undefined {
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
  // Partial permissions without viewing list no submissions instead of being denied (contract-assets 3.5).
  return codename === 'view_submissions' ? [] : undefined;
}
