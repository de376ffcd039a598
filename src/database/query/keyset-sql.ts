import { MAX_SORT_VALUE_CHARACTERS, type SortValues } from '../../domain/query/submission-order';

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

export class SqlParameters {
  readonly values: unknown[];

  /** @param values of the placeholders that the text already has, from `$1` on */
  constructor(...values: unknown[]) {
    this.values = values;
  }

  /** Binds a value. @returns its placeholder, such as `$3::text` */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}

/** COPY takes no parameters: integers are the only values in its text, checked against SQL injection. */
export function checkedInteger(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a safe integer.`);
  return value;
}

/** Array literal of checked integers, for COPY, which takes no parameters. */
export function idArraySql(ids: readonly number[]): string {
  return `'{${ids.map(checkedInteger).join(',')}}'::bigint[]`;
}

/**
 * Keeps a subquery from being flattened into the outer query. A text literal, folded before planning, unlike `OFFSET 0` keeps
 * the subquery parallel-safe.
 */
export const OPTIMIZATION_FENCE = `OFFSET '0'`;
