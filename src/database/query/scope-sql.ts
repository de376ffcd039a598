import { hasPattern } from '../../domain/query/filter';
import type { Projection } from '../../domain/query/projection';
import type { SubmissionOrder } from '../../domain/query/submission-order';
import type { SubmissionScope } from '../../domain/query/submission-scope';
import type { ReadCost } from './bounded-reader';
import { filterSql } from './filter-sql';
import { type SortedKey, sortedTextSql } from './sorted-by-sql';
import { SqlParameters } from './sql-parameters';
import { submissionFieldSql } from './submission-field-sql';

/**
 * The condition that keeps a row of `submission` within a scope. `$1` is the asset, the given values are next, and what
 * the filter binds comes after them.
 */
export function withinScope(
  { assetId, filter }: SubmissionScope,
  ...values: unknown[]
): { where: string; parameters: SqlParameters } {
  const parameters = new SqlParameters(assetId, ...values);
  const condition = filter === undefined ? '' : ` AND ${filterSql(filter, submissionFieldSql, parameters)}`;
  return { where: `asset_id = $1${condition}`, parameters };
}

/** What reading within a scope costs. */
export function costOf({ filter }: SubmissionScope): ReadCost {
  if (filter === undefined) return 'known';
  return hasPattern(filter) ? 'patterns' : 'rows';
}

/** What counting everything within a scope costs. */
export function costOfWhole({ filter }: SubmissionScope): ReadCost {
  return filter !== undefined && hasPattern(filter) ? 'patterns' : 'whole';
}

/** What submissions are sorted by, before their ids. */
export function sortedKeys({ by }: SubmissionOrder, parameters: SqlParameters): SortedKey[] {
  return by.map(({ field, descending }) => {
    const { text } = submissionFieldSql(field, parameters);
    return { sql: sortedTextSql(text), type: 'text', descending };
  });
}

/** The JSON of a row of `submission`, cut to what is shown: members in their order and as they are written. */
export function projectionSql(projection: Projection | undefined, parameters: SqlParameters): string {
  if (projection === undefined) return 'json';
  const { keys, validationStatus } = projection;
  const value = validationStatus ? 'value' : `CASE key WHEN '_validation_status' THEN '{}' ELSE value END`;
  const shown = `key = ANY(${parameters.add(keys, 'text[]')})`;
  return `(SELECT json_object_agg(key, ${value})::text FROM json_each(json::json) WHERE ${shown})`;
}
