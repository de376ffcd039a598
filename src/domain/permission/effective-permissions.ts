import { CODENAMES, type Codename } from './codename';

/** What an owner and a superuser may do on any asset: everything; partial_submissions is no right but a limit. */
export const FULL_ACCESS: ReadonlySet<Codename> = new Set(
  CODENAMES.filter((codename) => codename !== 'partial_submissions'),
);

/** What decides a caller's rights on one asset. */
export interface RightsFacts {
  /** The caller owns the asset or is a superuser. */
  readonly isOwnerOrSuperuser: boolean;
  /** The caller's own assignments; none for an anonymous caller. */
  readonly own: Iterable<Codename>;
  /** AnonymousUser's assignments: they hold for every caller, signed in or not. */
  readonly anonymous: Iterable<Codename>;
}

/**
 * What a caller may do on an asset without a row filter (contract-assets 0.4). What a partial grant adds for some rows
 * is not in it; `partial_submissions` itself is, when held.
 */
export function effectivePermissions(facts: RightsFacts): ReadonlySet<Codename> {
  return facts.isOwnerOrSuperuser ? FULL_ACCESS : new Set([...facts.own, ...facts.anonymous]);
}
