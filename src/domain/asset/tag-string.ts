/**
 * Tags out of text parted by commas (contract-assets 2.5): blanks stay, but for those around the whole text; each tag
 * comes once, in order.
 */
export function parseTagString(text: string): string[] {
  const names = text.trim().split(',');
  return [...new Set(names.filter((name) => name.trim() !== ''))];
}

export function formatTagString(tags: readonly string[]): string {
  return tags.join(',');
}
