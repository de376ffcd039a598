/** Concatenates all strings and keys of a JSON value, separated by spaces. */
export function collectText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([name, each]) => `${name} ${collectText(each)}`)
    .join(' ');
}
