/** Tags out of text parted by commas: trimmed, inner white space as "-", each once, in order. */
export function parseTagString(text: string): string[] {
  const names = text.split(',').map((name) => name.trim().replace(/\s+/g, '-'));
  return [...new Set(names.filter((name) => name !== ''))];
}

export function formatTagString(tags: readonly string[]): string {
  return tags.join(',');
}
