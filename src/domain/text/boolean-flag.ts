/** Parses `true`, `1`, `yes`, `on` and opposites in any letter case; returns other values unchanged for validation. */
export function parseBooleanFlag(value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const word = String(value).toLowerCase();
  if (['true', '1', 'yes', 'on'].includes(word)) return true;
  if (['false', '0', 'no', 'off'].includes(word)) return false;
  return value;
}
