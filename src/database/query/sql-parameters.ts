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

/** Columns written from UTF-8 bytes: the database decodes them, not the event loop. */
export interface BytesInSql {
  readonly values: Readonly<Record<string, () => string>>;
  readonly parameters: Readonly<Record<string, Uint8Array>>;
}

/** @param columns bytes of JSON by column; undefined ones are left out */
export function jsonFromBytes(columns: Readonly<Record<string, Uint8Array | undefined>>): BytesInSql {
  return fromBytes(columns, (name) => `convert_from(:${name}, 'UTF8')::json`);
}

export function textFromBytes(columns: Readonly<Record<string, Uint8Array>>): BytesInSql {
  return fromBytes(columns, (name) => `convert_from(:${name}, 'UTF8')`);
}

function fromBytes(
  columns: Readonly<Record<string, Uint8Array | undefined>>,
  sqlOf: (name: string) => string,
): BytesInSql {
  const given = Object.entries(columns).flatMap(([name, bytes]) =>
    bytes === undefined ? [] : [[name, bytes] as const],
  );
  return {
    values: Object.fromEntries(given.map(([name]) => [name, () => sqlOf(`${name}Bytes`)])),
    parameters: Object.fromEntries(given.map(([name, bytes]) => [`${name}Bytes`, bytes])),
  };
}
