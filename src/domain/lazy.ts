/**
 * Lazy initialization: creates the value on first use and caches it. For Intl objects, whose tables take megabytes
 * that most processes never need (docs/performance.md#idle-memory).
 */
export function lazy<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= create());
}
