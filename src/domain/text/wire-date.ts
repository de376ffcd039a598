/** `2024-05-01T12:00:00.123000Z`: microseconds as KoboToolbox has them, from milliseconds (contract-assets 0.1). */
export function wireDate(date: Date): string {
  return date.toISOString().replace('Z', '000Z');
}

/** `2024-05-01T12:00:00Z`. */
export function wireSeconds(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, 'Z');
}

/** The UTC calendar date, `2024-05-01`. */
export function wireDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
