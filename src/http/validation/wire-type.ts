/** Returns the type name of a JSON value for error messages (contract-assets 3.7). */
export function wireType(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  switch (typeof value) {
    case 'string':
      return 'str';
    case 'boolean':
      return 'bool';
    case 'number':
      return Number.isInteger(value) ? 'int' : 'float';
    default:
      return 'dict';
  }
}

export function notAList(value: unknown): string {
  return `Expected a list of items but got type "${wireType(value)}".`;
}
