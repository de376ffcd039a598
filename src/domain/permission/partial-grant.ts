import type { Codename } from './codename';
import { PERMISSIONS } from './permission-table';

/** One alternative of a row filter: every key must match. Its words are those of the data list's `query`. */
export type SubmissionCondition = Readonly<Record<string, unknown>>;

/** A submission passes when it meets at least one condition; an empty list lets nothing pass. */
export type SubmissionFilter = readonly SubmissionCondition[];

/** What lies inside a partial_submissions assignment: for each permission, the submissions that it reaches. */
export type PartialGrants = ReadonlyMap<Codename, SubmissionFilter>;

/** The permissions that partial_submissions can narrow: all that speak of submissions, itself left out. */
export type PartialCodename = Exclude<Extract<Codename, `${string}_submissions`>, 'partial_submissions'>;

/** Tells whether a permission can stand inside a partial_submissions assignment (contract-assets 3.5). */
export function isPartialCodename(codename: Codename): codename is PartialCodename {
  return codename.endsWith('_submissions') && codename !== 'partial_submissions';
}

/**
 * The grants as they are kept (contract-assets 3.5): each permission hands its filters to the permissions on submissions
 * that it implies, so that who may edit some rows may also see them. Equal conditions are kept once, overlapping ones
 * stand beside each other.
 */
export function expandPartialGrants(
  asked: Iterable<readonly [PartialCodename, SubmissionFilter]>,
): Map<PartialCodename, SubmissionCondition[]> {
  const expanded = new Map<PartialCodename, SubmissionCondition[]>();
  for (const [codename, filter] of asked) {
    const reached = [codename, ...PERMISSIONS[codename].implied.filter(isPartialCodename)];
    for (const each of reached) expanded.set(each, united(expanded.get(each) ?? [], filter));
  }
  return expanded;
}

/** A user who may change some submissions may also send new ones, without a filter (contract-assets 3.5). */
export function partialGrantsBringAddSubmissions(grants: ReadonlyMap<PartialCodename, unknown>): boolean {
  return grants.has('change_submissions');
}

/** The grants out of what is kept of them; none where nothing is kept. */
export function readPartialGrants(kept: Readonly<Record<string, SubmissionFilter>> | null): PartialGrants {
  return new Map(
    Object.entries(kept ?? {}).filter((grant): grant is [PartialCodename, SubmissionFilter] =>
      isPartialCodename(grant[0] as Codename),
    ),
  );
}

function united(first: readonly SubmissionCondition[], second: SubmissionFilter): SubmissionCondition[] {
  const byText = new Map(first.map((condition) => [JSON.stringify(condition), condition]));
  for (const condition of second) {
    const text = JSON.stringify(condition);
    if (!byText.has(text)) byText.set(text, condition);
  }
  return [...byText.values()];
}
