/** Every text of a JSON value, names included, parted by blanks. */
export function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([name, each]) => `${name} ${textIn(each)}`)
    .join(' ');
}
