import { SORTED_CHARACTERS, type SortedBy } from '../../domain/query/page-token';
import type { SqlParameters } from './sql-parameters';

/** Something that rows are sorted by. Where there is none stands below everything. */
export interface SortedKey {
  readonly sql: string;
  readonly type: 'text' | 'numeric';
  readonly descending: boolean;
}

/** A text as it is sorted by: by code point, as texts are compared. */
export function sortedTextSql(text: string): string {
  return `left(${text}, ${SORTED_CHARACTERS}) COLLATE "C"`;
}

/** Keys as the terms of an ORDER BY, each with a comma behind it. */
export function orderedBySql(keys: readonly SortedKey[]): string {
  return keys
    .map(({ sql, descending }) => `${sql} ${descending ? 'DESC NULLS LAST' : 'ASC NULLS FIRST'}, `)
    .join('');
}

/**
 * The condition that rows meet which stand behind the end of a page.
 * @param sorted what its last row is sorted by, a value for each key
 * @param beyond the condition that those meet which are sorted by the same
 */
export function behindSql(
  keys: readonly SortedKey[],
  sorted: SortedBy,
  beyond: string,
  parameters: SqlParameters,
): string {
  return keys.reduceRight((rest, { sql, type, descending }, at) => {
    const last = sorted[at] ?? null;
    if (last === null) return descending ? `(${sql} IS NULL AND ${rest})` : `(${sql} IS NOT NULL OR ${rest})`;
    const value = parameters.add(last, type);
    const further = descending ? `(${sql} < ${value}) IS NOT FALSE` : `${sql} > ${value}`;
    return `(${further} OR (${sql} = ${value} AND ${rest}))`;
  }, beyond);
}
