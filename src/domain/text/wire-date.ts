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

const PATTERN = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** Parses a date (midnight) or a date and time, in UTC unless it has an offset. @returns undefined for other values */
export function readTime(sent: unknown): Date | undefined {
  const time = typeof sent === 'string' && PATTERN.test(sent) ? new Date(withZone(sent)) : undefined;
  return time === undefined || Number.isNaN(time.getTime()) ? undefined : time;
}

/** JavaScript parses a time without a zone as local and requires a colon in offsets. */
function withZone(text: string): string {
  const [, local = text, hours, minutes] = /^(.*T.*?)(?:([+-]\d\d):?(\d\d)|Z)?$/.exec(text) ?? [];
  if (!text.includes('T')) return text;
  return hours === undefined ? `${local}Z` : `${local}${hours}:${minutes}`;
}
