import { canonicalJson } from '../text/json-members';
import { type Codename, PERMISSIONS } from './codename';

/** Condition of a row filter, in the syntax of the data list's `query`: every key must match. */
export type SubmissionCondition = Readonly<Record<string, unknown>>;

/** Row filter: conditions joined by OR; an empty list matches nothing. */
export type SubmissionFilter = readonly SubmissionCondition[];

/** Permissions on submissions that partial_submissions can grant partially. */
export type PartialCodename = Exclude<Extract<Codename, `${string}_submissions`>, 'partial_submissions'>;

/** Content of a partial_submissions assignment: row filter by permission. */
export type PartialGrants = ReadonlyMap<Codename, SubmissionFilter>;

/** Partial grants in the JSON shape of the column `partial_grants`. */
export type StoredPartialGrants = Readonly<Partial<Record<PartialCodename, SubmissionFilter>>>;

/** Storage and response order: implied permissions first. */
const PARTIAL_CODENAMES = [
  'add_submissions',
  'view_submissions',
  'change_submissions',
  'delete_submissions',
  'validate_submissions',
] as const satisfies readonly PartialCodename[];

/** Returns whether partial_submissions can grant the permission (contract-assets 3.5). */
export function isPartialCodename(codename: Codename): codename is PartialCodename {
  return codename.endsWith('_submissions') && codename !== 'partial_submissions';
}

/**
 * Expands partial grants for storage (contract-assets 3.5): copies the filters of each permission to the ones it implies, so
 * that editable submissions are visible too. Drops equal conditions; overlapping ones stay.
 */
export function expandPartialGrants(
  requested: Iterable<readonly [PartialCodename, SubmissionFilter]>,
): StoredPartialGrants {
  const filters: Partial<Record<PartialCodename, SubmissionFilter>> = {};
  for (const [codename, filter] of requested) {
    for (const each of [codename, ...PERMISSIONS[codename].implied.filter(isPartialCodename)]) {
      filters[each] = mergeFilters(filters[each] ?? [], filter);
    }
  }
  const entries = PARTIAL_CODENAMES.map((codename) => [codename, filters[codename]] as const);
  return Object.fromEntries(entries.filter(([, filter]) => filter !== undefined));
}

/** Returns whether the grants imply add_submissions in full: partial change_submissions does (contract-assets 3.5). */
export function impliesAddSubmissions(grants: StoredPartialGrants): boolean {
  return grants.change_submissions !== undefined;
}

/** Reads stored grants, in storage order; empty for null. */
export function readPartialGrants(stored: StoredPartialGrants | null): PartialGrants {
  return new Map(
    PARTIAL_CODENAMES.flatMap((codename) => {
      const filter = stored?.[codename];
      return filter === undefined ? [] : [[codename, filter] as const];
    }),
  );
}

/** Compares stored grants, regardless of key order in their conditions. */
export function equalPartialGrants(
  one: StoredPartialGrants | null,
  other: StoredPartialGrants | null,
): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

function mergeFilters(first: SubmissionFilter, second: SubmissionFilter): SubmissionFilter {
  const byText = new Map(first.map((condition) => [canonicalJson(condition), condition]));
  for (const condition of second) {
    const text = canonicalJson(condition);
    if (!byText.has(text)) byText.set(text, condition);
  }
  return [...byText.values()];
}

/** Whether one who sees the rows of `seen` sees those of `asked`: all, or by the same conditions. Absent filters mean all. */
export function coversFilter(
  seen: SubmissionFilter | undefined,
  asked: SubmissionFilter | undefined,
): boolean {
  if (seen === undefined) return true;
  const conditions = new Set(seen.map(canonicalJson));
  return asked?.every((condition) => conditions.has(canonicalJson(condition))) === true;
}
