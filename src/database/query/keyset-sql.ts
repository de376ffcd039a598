import { MAX_SORT_VALUE_CHARACTERS, type SortValues } from '../../domain/query/submission-order';
import { SqlParameters } from './sql-parameters';

/** Sort key; nulls sort lowest. */
export interface SqlSortKey {
  readonly sql: string;
  readonly type: 'text' | 'numeric';
  readonly descending: boolean;
}

/** Sort expression of a text: by code point, truncated. */
export function sortedTextSql(text: string): string {
  return `left(${text}, ${MAX_SORT_VALUE_CHARACTERS}) COLLATE "C"`;
}

/** ORDER BY terms, each followed by a comma. */
export function orderBySql(keys: readonly SqlSortKey[]): string {
  return keys
    .map(({ sql, descending }) => `${sql} ${descending ? 'DESC NULLS LAST' : 'ASC NULLS FIRST'}, `)
    .join('');
}

/**
 * Keyset pagination: the condition of rows after the last row of a page.
 * @param sorted sort values of that row, one per key
 * @param tieBreaker condition among rows of equal sort values
 */
export function keysetSql(
  keys: readonly SqlSortKey[],
  sorted: SortValues,
  tieBreaker: string,
  parameters: SqlParameters,
): string {
  return keys.reduceRight((rest, { sql, type, descending }, index) => {
    const last = sorted[index] ?? null;
    if (last === null) return descending ? `(${sql} IS NULL AND ${rest})` : `(${sql} IS NOT NULL OR ${rest})`;
    const value = parameters.add(last, type);
    const isAfter = descending ? `(${sql} < ${value}) IS NOT FALSE` : `${sql} > ${value}`;
    return `(${isAfter} OR (${sql} = ${value} AND ${rest}))`;
  }, tieBreaker);
}
