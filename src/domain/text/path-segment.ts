/** Sanitizes a name for a path: replaces spaces with underscores and removes other special characters. */
export function sanitizePathSegment(name: string): string {
  return name
    .trim()
    .replace(/\s/gu, '_')
    .replace(/[^\p{L}\p{M}\p{N}_.-]/gu, '');
}
