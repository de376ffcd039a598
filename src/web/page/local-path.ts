/** Returns `wanted` if it is a path on this host, else `fallback`: prevents open redirects from the sign-in page. */
export function localPath(wanted: unknown, fallback: string): string {
  if (typeof wanted !== 'string' || !/^\/(?![/\\])[\x21-\x7e]*$/.test(wanted) || wanted.includes('\\')) {
    return fallback;
  }
  const { pathname, search } = new URL(wanted, 'http://localhost.invalid');
  return pathname.startsWith('//') ? fallback : pathname + search;
}
