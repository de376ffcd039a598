/**
 * Parses comma-separated tags (contract-assets 2.5): distinct, in order. Trims the text as a whole, not each tag; drops
 * blank tags.
 */
export function parseTagString(text: string): string[] {
  const names = text.trim().split(',');
  return [...new Set(names.filter((name) => name.trim() !== ''))];
}

export function formatTagString(tags: readonly string[]): string {
  return tags.join(',');
}
