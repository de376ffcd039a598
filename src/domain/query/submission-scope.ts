import type { AssetAccess } from '../permission/asset-access';
import { allOf, EVERYTHING, type Filter, holdsEverywhere } from './filter';
import { compileRowFilter } from './row-filter';
import type { SubmissionField } from './submission-field';

declare const scoped: unique symbol;

/** Rights that reach submissions already stored, all of them or some. */
export type SubmissionRight =
  'view_submissions' | 'change_submissions' | 'delete_submissions' | 'validate_submissions';

/**
 * The submissions that a reader may touch: one asset's, and of those what the caller's right reaches. Every reader of
 * submissions takes one first. Only `scopeOf` and
 * `scopeOfSent` make one, from the proof of a right, and it can only be narrowed.
 */
export interface SubmissionScope {
  readonly [scoped]: true;
  readonly assetId: number;
  /** Absent when it is every submission of the asset. */
  readonly filter: Filter<SubmissionField> | undefined;
}

/** All that a proven right reaches: every submission, or those that pass the row filter which rides inside the proof. */
export function scopeOf({ assetId, filter }: AssetAccess<SubmissionRight>): SubmissionScope {
  return scope(assetId, filter === undefined ? EVERYTHING : compileRowFilter(filter));
}

/** The one submission that somebody sends who may add submissions. @param id that it was stored under */
export function scopeOfSent({ assetId }: AssetAccess<'add_submissions'>, id: number): SubmissionScope {
  const field = { source: 'column', column: 'id' } as const;
  return scope(assetId, { kind: 'compare', field, relation: 'eq', value: id });
}

/** What of a scope meets a further condition; never more than the scope. */
export function narrowedTo(
  { assetId, filter = EVERYTHING }: SubmissionScope,
  condition: Filter<SubmissionField>,
): SubmissionScope {
  return scope(assetId, allOf([filter, condition].filter((each) => !holdsEverywhere(each))));
}

function scope(assetId: number, filter: Filter<SubmissionField>): SubmissionScope {
  return { assetId, filter: holdsEverywhere(filter) ? undefined : filter } as SubmissionScope;
}
