/** The names that a form gave more than one value, by its fields; of what was no form nothing is known. */
const repeated = new WeakMap<object, ReadonlySet<string>>();

/** Remembers of a form which of its names came more than once. */
export function asForm<Fields extends object>(fields: Fields, names: ReadonlySet<string>): Fields {
  repeated.set(fields, names);
  return fields;
}

/**
 * The values of a form as its reader wants them: a list of all that came under a name that is one of `lists`, and under
 * every other name the last one (decision 29). What was no form is left as it is.
 */
export function declaredValues(body: object, lists: ReadonlySet<string>): object {
  const names = repeated.get(body);
  if (names === undefined) return body;
  const values = Object.entries(body).map(([name, value]: [string, unknown]) => {
    const isMany = names.has(name) && Array.isArray(value);
    if (lists.has(name)) return [name, typeof value === 'string' ? [value] : value] as const;
    return [name, isMany ? (value as unknown[]).at(-1) : value] as const;
  });
  return Object.fromEntries(values);
}
