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
