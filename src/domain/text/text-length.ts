/** Whether a text has more characters than that, as people and the database count them: a smiley is one, not two. */
export function isLongerThan(most: number, text: string): boolean {
  // A character takes one unit of UTF-16 or two, so that nearly every text is decided without counting.
  if (text.length <= most || text.length > 2 * most) return text.length > most;
  return Array.from(text).length > most;
}
