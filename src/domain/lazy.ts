/**
 * Lazy initialization: creates the value on first use and caches it. For Intl objects, whose tables take megabytes
 * that most processes never need (decision 109).
 */
export function lazy<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= create());
}
