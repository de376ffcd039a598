const MAX_CHARACTERS = 300;

/** Beginning of a text that is shown among many: one cell of a file may have a megabyte. */
export function excerpt(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  return `${text.slice(0, MAX_CHARACTERS).replace(/[\ud800-\udbff]$/, '')}…`;
}
