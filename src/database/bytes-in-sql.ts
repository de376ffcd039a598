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
