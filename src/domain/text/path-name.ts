/** A name made fit for a path: spaces become underscores, other special characters go. */
export function pathName(name: string): string {
  return name
    .trim()
    .replace(/\s/gu, '_')
    .replace(/[^\p{L}\p{M}\p{N}_.-]/gu, '');
}
