/** Characters that XML 1.0 does not allow, lone surrogates included; found in spreadsheets by accident. */
const DISALLOWED =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Cheap pre-checks: most texts need no escaping. */
const SPECIAL_IN_TEXT = /[&<>\u0000-\u0008\u000B-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/;
const SPECIAL_IN_ATTRIBUTE = /[&<>"\u0000-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/;

/** Escapes the text of an element and removes characters that XML does not allow. */
export function escapeText(text: string): string {
  if (!SPECIAL_IN_TEXT.test(text)) return text;
  return escapeMarkup(text).replace(/\r/g, '&#13;');
}

/**
 * Escapes a quoted attribute value, of HTML too. Writes line breaks and tabs as character references: parsers normalize
 * bare ones to spaces.
 */
export function escapeAttribute(value: string): string {
  if (!SPECIAL_IN_ATTRIBUTE.test(value)) return value;
  return escapeMarkup(value)
    .replace(/"/g, '&quot;')
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function escapeMarkup(text: string): string {
  return text.replace(DISALLOWED, '').replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

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
