/** Whether a text has more than `maxLength` characters, counted in code points as PostgreSQL does: an emoji is one. */
export function isLongerThan(maxLength: number, text: string): boolean {
  // Fast path: a code point takes one or two UTF-16 units.
  if (text.length <= maxLength || text.length > 2 * maxLength) return text.length > maxLength;
  return Array.from(text).length > maxLength;
}
