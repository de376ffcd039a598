/**
 * Types of a JSON value: `string`, `number`, `boolean`, `object` (any) or `any`, with `|null` if it may be null; `[shape]`
 * for a list; an object for the members that must be there, others are ignored.
 */
export type Shape = string | readonly [Shape] | { readonly [member: string]: Shape };

/** Describes where the value differs from its shape; empty if it has it. */
export function shapeErrors(value: unknown, shape: Shape, path = 'body'): string[] {
  if (typeof shape === 'string') {
    const types = shape.split('|');
    return types.includes('any') || types.includes(typeOf(value))
      ? []
      : [`${path} is ${typeOf(value)}, not ${shape}`];
  }
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${path} is ${typeOf(value)}, not a list`];
    return value.flatMap((each, index) => shapeErrors(each, shape[0], `${path}[${index}]`));
  }
  if (typeOf(value) !== 'object') return [`${path} is ${typeOf(value)}, not an object`];
  const members = value as Readonly<Record<string, unknown>>;
  return Object.entries(shape).flatMap(([name, inner]) =>
    name in members ? shapeErrors(members[name], inner, `${path}.${name}`) : [`${path}.${name} is missing`],
  );
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
