/** Tags out of text parted by commas: trimmed, blanks inside stay (contract-assets 2.5), each once, in order. */
export function parseTagString(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

export function formatTagString(tags: readonly string[]): string {
  return tags.join(',');
}
