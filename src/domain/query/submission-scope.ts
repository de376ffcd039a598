import type { AssetAccess } from '../permission/asset-access';
import type { SubmissionFilter } from '../permission/permission-set';
import { allOf, EVERYTHING, type Filter, matchesEverything } from './mongo-expression';
import { compileRowFilter } from './row-condition';
import type { SubmissionField } from './submission-field';
import { type IsNumeric, QUERY_LIMITS } from './operand';
import { InvalidError } from '../errors';
import { parseJson } from '../text/json-members';
import { readMongoFilter } from './mongo-filter';

declare const scoped: unique symbol;

/** Permissions on stored submissions, which may be partial. */
export type SubmissionPermission =
  'view_submissions' | 'change_submissions' | 'delete_submissions' | 'validate_submissions';

/**
 * Submissions that a caller may access: an asset and a row filter. Required by every query on submissions. Created from an
 * `AssetAccess` only, by `scopeOf` and `scopeOfNewSubmission`, or of a row filter, by `scopeOfFilter`, for writers; can be
 * narrowed, never widened.
 */
export interface SubmissionScope {
  readonly [scoped]: true;
  readonly assetId: number;
  /** Undefined: all submissions of the asset. */
  readonly filter: Filter<SubmissionField> | undefined;
}

/** Scope of a permission: all submissions, or those that match its row filter. */
export function scopeOf({ assetId, filter }: AssetAccess<SubmissionPermission>): SubmissionScope {
  return scope(assetId, filter === undefined ? EVERYTHING : compileRowFilter(filter));
}

/** Submissions that the holders of a row filter see, to note for them what leaves it. */
export function scopeOfFilter(assetId: number, filter: SubmissionFilter): SubmissionScope {
  return scope(assetId, compileRowFilter(filter));
}

/** Scope of a single submission that the caller has just added. @param id of the stored submission */
export function scopeOfNewSubmission(
  { assetId }: AssetAccess<'add_submissions'>,
  id: number,
): SubmissionScope {
  const field = { source: 'column', column: 'id' } as const;
  return scope(assetId, { kind: 'compare', field, relation: 'eq', value: id });
}

/** Restricts a scope by another condition. */
export function narrowScope(
  { assetId, filter = EVERYTHING }: SubmissionScope,
  condition: Filter<SubmissionField>,
): SubmissionScope {
  return scope(assetId, allOf([filter, condition]));
}

/** Text that is the same for the same submissions. Filters may compare with integers that JSON does not have. */
export function keyOfScope({ assetId, filter }: SubmissionScope): string {
  return JSON.stringify([assetId, filter ?? null], (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}

function scope(assetId: number, filter: Filter<SubmissionField>): SubmissionScope {
  return { assetId, filter: matchesEverything(filter) ? undefined : filter } as SubmissionScope;
}

/** Ignored: KoboToolbox overwrites it with its own value (contract-data 2.2). */
const PARTITION_KEY = '_userform_id';

/**
 * Parses `query` of the data list (contract-data 2.2): JSON of a MongoDB filter; undefined matches all submissions.
 * @throws InvalidError for invalid JSON or an unsupported query
 */
export function readSubmissionQuery(text: unknown, isNumeric: IsNumeric): Filter<SubmissionField> {
  if (text === undefined) return EVERYTHING;
  const document = parse(text);
  if (document === null) return EVERYTHING;
  if (typeof document !== 'object' || Array.isArray(document)) {
    throw InvalidError.at('query', 'Value must be a JSON object, such as {"village":"Karatu"}.');
  }
  const { [PARTITION_KEY]: _overwritten, ...filter } = document as Record<string, unknown>;
  return readMongoFilter(filter, { isNumeric, unknownOperator: 'match-nothing' });
}

function parse(text: unknown): unknown {
  if (typeof text !== 'string' || text.length > QUERY_LIMITS.textLength) {
    throw InvalidError.at('query', `Value must be JSON of at most ${QUERY_LIMITS.textLength} characters.`);
  }
  const parsed = parseJson(text);
  if (parsed === undefined) throw InvalidError.at('query', 'Value must be valid JSON.');
  return parsed;
}
