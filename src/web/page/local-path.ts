/**
 * Where a visitor wanted to go, when that is a place of ours: a path, never another host. Everything else leads to
 * `otherwise`, so that our sign-in page can't be used to send people elsewhere.
 */
export function localPath(wanted: unknown, otherwise: string): string {
  if (typeof wanted !== 'string' || !/^\/(?![/\\])[\x21-\x7e]*$/.test(wanted) || wanted.includes('\\')) {
    return otherwise;
  }
  const { pathname, search } = new URL(wanted, 'http://here.invalid');
  return pathname.startsWith('//') ? otherwise : pathname + search;
}
