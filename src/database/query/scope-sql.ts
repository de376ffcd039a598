import { hasPattern } from '../../domain/query/filter';
import type { Projection } from '../../domain/query/projection';
import type { SubmissionOrder } from '../../domain/query/submission-order';
import type { SubmissionScope } from '../../domain/query/submission-scope';
import type { ReadCost } from './bounded-reader';
import { filterSql } from './filter-sql';
import { type SqlSortKey, sortedTextSql } from './keyset-sql';
import { SqlParameters } from './sql-parameters';
import { submissionFieldSql } from './submission-field-sql';

/**
 * WHERE condition of `submission` rows in a scope. `$1` is the asset, followed by the given values and then those that the
 * filter binds.
 */
export function withinScope(
  { assetId, filter }: SubmissionScope,
  ...values: unknown[]
): { where: string; parameters: SqlParameters } {
  const parameters = new SqlParameters(assetId, ...values);
  const condition = filter === undefined ? '' : ` AND ${filterSql(filter, submissionFieldSql, parameters)}`;
  return { where: `asset_id = $1${condition}`, parameters };
}

/** Cost of reading a page of a scope. */
export function costOf({ filter }: SubmissionScope): ReadCost {
  if (filter === undefined) return 'known';
  return hasPattern(filter) ? 'patterns' : 'rows';
}

/** Cost of an aggregate over a scope. */
export function costOfAggregate({ filter }: SubmissionScope): ReadCost {
  return filter !== undefined && hasPattern(filter) ? 'patterns' : 'aggregate';
}

/** Sort keys of submissions, before the id. */
export function sortedKeys({ by }: SubmissionOrder, parameters: SqlParameters): SqlSortKey[] {
  return by.map(({ field, descending }) => {
    const { text } = submissionFieldSql(field, parameters);
    return { sql: sortedTextSql(text), type: 'text', descending };
  });
}

/** JSON of a `submission` row reduced to the projected members, in their order and formatting. */
export function projectionSql(projection: Projection | undefined, parameters: SqlParameters): string {
  if (projection === undefined) return 'json';
  const { keys, validationStatus } = projection;
  const value = validationStatus ? 'value' : `CASE key WHEN '_validation_status' THEN '{}' ELSE value END`;
  const isProjected = `key = ANY(${parameters.add(keys, 'text[]')})`;
  return `(SELECT json_object_agg(key, ${value})::text FROM json_each(json::json) WHERE ${isProjected})`;
}
