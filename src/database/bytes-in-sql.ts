/** SQL and parameters of columns whose text comes as UTF-8 bytes: the database decodes it, the event loop never does. */
export interface BytesInSql {
  /** SQL by column, as a query builder takes it in the place of a value. */
  readonly values: Readonly<Record<string, () => string>>;
  readonly parameters: Readonly<Record<string, Uint8Array>>;
}

/** @param columns bytes of JSON by column; absent columns stay absent */
export function jsonFromBytes(columns: Readonly<Record<string, Uint8Array | undefined>>): BytesInSql {
  return fromBytes(columns, (name) => `convert_from(:${name}, 'UTF8')::json`);
}

/** @param columns bytes of text by column */
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
