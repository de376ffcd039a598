import { CODENAMES, type Codename } from './codename';

/** Permissions of owners and superusers: all but `partial_submissions`, which restricts instead of granting. */
export const FULL_ACCESS: ReadonlySet<Codename> = new Set(
  CODENAMES.filter((codename) => codename !== 'partial_submissions'),
);

export interface EffectivePermissionFacts {
  /** The caller owns the asset or is a superuser. */
  readonly isOwnerOrSuperuser: boolean;
  /** The caller's own assignments; none for an anonymous caller. */
  readonly own: Iterable<Codename>;
  /** Assignments of AnonymousUser, which apply to every caller. */
  readonly anonymous: Iterable<Codename>;
}

/**
 * Permissions of a caller on an asset that have no row filter (contract-assets 0.4). Includes `partial_submissions` when
 * held, not the permissions that it grants on some submissions.
 */
export function effectivePermissions(facts: EffectivePermissionFacts): ReadonlySet<Codename> {
  return facts.isOwnerOrSuperuser ? FULL_ACCESS : new Set([...facts.own, ...facts.anonymous]);
}
