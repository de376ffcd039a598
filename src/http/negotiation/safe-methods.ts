const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns whether a method is safe, that is read-only (RFC 9110 9.2.1). */
export function isSafe(method: string): boolean {
  return SAFE_METHODS.has(method);
}
