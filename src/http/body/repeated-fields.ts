/** Repeated field names, by parsed form; bodies that were not forms have no entry. */
const repeated = new WeakMap<object, ReadonlySet<string>>();

/** Records which fields of a form were sent more than once. */
export function markRepeatedFields<Fields extends object>(
  fields: Fields,
  names: ReadonlySet<string>,
): Fields {
  repeated.set(fields, names);
  return fields;
}

/**
 * Returns the fields of a form with all values as a list for the names in `lists`, and the last value for every other
 * name (decision 29). Bodies that were not forms are returned unchanged.
 */
export function resolveRepeatedFields(body: object, lists: ReadonlySet<string>): object {
  const names = repeated.get(body);
  if (names === undefined) return body;
  const values = Object.entries(body).map(([name, value]: [string, unknown]) => {
    const isRepeated = names.has(name) && Array.isArray(value);
    if (lists.has(name)) return [name, typeof value === 'string' ? [value] : value] as const;
    return [name, isRepeated ? (value as unknown[]).at(-1) : value] as const;
  });
  return Object.fromEntries(values);
}
