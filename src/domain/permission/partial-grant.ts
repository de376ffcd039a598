import type { Codename } from './codename';
import { PERMISSIONS } from './permission-table';

/** One alternative of a row filter: every key must match. Its words are those of the data list's `query`. */
export type SubmissionCondition = Readonly<Record<string, unknown>>;

/** A submission passes when it meets at least one condition; an empty list lets nothing pass. */
export type SubmissionFilter = readonly SubmissionCondition[];

/** The permissions that partial_submissions can narrow: all that speak of submissions, itself left out. */
export type PartialCodename = Exclude<Extract<Codename, `${string}_submissions`>, 'partial_submissions'>;

/** What lies inside a partial_submissions assignment: for each permission, the submissions that it reaches. */
export type PartialGrants = ReadonlyMap<Codename, SubmissionFilter>;

/** The same as it is kept. */
export type KeptPartialGrants = Readonly<Partial<Record<PartialCodename, SubmissionFilter>>>;

/** In the order in which they are kept and shown: what is implied stands first. */
const PARTIAL_CODENAMES = [
  'add_submissions',
  'view_submissions',
  'change_submissions',
  'delete_submissions',
  'validate_submissions',
] as const satisfies readonly PartialCodename[];

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
): KeptPartialGrants {
  const reached: Partial<Record<PartialCodename, SubmissionFilter>> = {};
  for (const [codename, filter] of asked) {
    for (const each of [codename, ...PERMISSIONS[codename].implied.filter(isPartialCodename)]) {
      reached[each] = united(reached[each] ?? [], filter);
    }
  }
  const kept = PARTIAL_CODENAMES.map((codename) => [codename, reached[codename]] as const);
  return Object.fromEntries(kept.filter(([, filter]) => filter !== undefined));
}

/** A user who may change some submissions may also send new ones, without a filter (contract-assets 3.5). */
export function partialGrantsBringAddSubmissions(grants: KeptPartialGrants): boolean {
  return grants.change_submissions !== undefined;
}

/** The grants out of what is kept of them, in their order; none where nothing is kept. */
export function readPartialGrants(kept: KeptPartialGrants | null): PartialGrants {
  return new Map(
    PARTIAL_CODENAMES.flatMap((codename) => {
      const filter = kept?.[codename];
      return filter === undefined ? [] : [[codename, filter] as const];
    }),
  );
}

/** Whether two lots of grants are the same, whatever the order in which the keys of their conditions were written. */
export function samePartialGrants(one: KeptPartialGrants | null, other: KeptPartialGrants | null): boolean {
  return textOf(one) === textOf(other);
}

function united(first: SubmissionFilter, second: SubmissionFilter): SubmissionFilter {
  const byText = new Map(first.map((condition) => [textOf(condition), condition]));
  for (const condition of second) {
    const text = textOf(condition);
    if (!byText.has(text)) byText.set(text, condition);
  }
  return [...byText.values()];
}

/** JSON with the keys of every object in order. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );
}
