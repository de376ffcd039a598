/** A page without the comment that gives it a random length (decision 10). */
export function withoutPadding(page: string): string {
  return page.replace(/<!--(?:[0-9a-f]{2})+-->/, '');
}
