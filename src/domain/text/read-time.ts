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
