/** Reads dates, times and numbers as people write them in their own way or by ISO 8601; what is unclear is not read. */

/** How dates and numbers are written in a language and region. */
export interface WritingCustoms {
  readonly order: readonly ('day' | 'month' | 'year')[];
  readonly dateSeparator: string;
  readonly decimal: string;
  readonly group: string;
  readonly hour12: boolean;
  /** Words before and after noon, lower case without dots. */
  readonly am: string;
  readonly pm: string;
}

/** Precision of an answer with a date: Collect stores the first day of a month or year. */
export type DatePrecision = 'day' | 'month' | 'year';

const PARTS: Readonly<Record<DatePrecision, readonly string[]>> = {
  day: ['day', 'month', 'year'],
  month: ['month', 'year'],
  year: ['year'],
};

/** First locale that is one: browsers take others from their system, such as `en-US@posix`. */
export function localeOf(languages: readonly string[]): string {
  const isLocale = (tag: string): boolean => {
    try {
      return Intl.getCanonicalLocales(tag).length === 1;
    } catch {
      return false;
    }
  };
  return languages.find(isLocale) ?? 'en';
}

/** @param locale such as `fr-CA` */
export function customsOf(locale: string): WritingCustoms {
  const dates = new Intl.DateTimeFormat(locale, { calendar: 'gregory', numberingSystem: 'latn' });
  const parts = dates.formatToParts(new Date(2026, 10, 23));
  const order = parts.map(({ type }) => type).filter((type) => PARTS.day.includes(type));
  const literal = parts.find(({ type }) => type === 'literal')?.value ?? '';
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', numberingSystem: 'latn' });
  const halves = new Intl.DateTimeFormat(locale, { hour: 'numeric', hour12: true });
  const numbers = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1_234_567.5);
  const half = (hour: number): string =>
    wordOf(halves.formatToParts(new Date(2026, 0, 1, hour)).find(({ type }) => type === 'dayPeriod')?.value);
  return {
    order: order as WritingCustoms['order'],
    dateSeparator: /[./-]/.exec(literal)?.[0] ?? '/',
    decimal: numbers.find(({ type }) => type === 'decimal')?.value ?? '.',
    group: numbers.find(({ type }) => type === 'group')?.value ?? ' ',
    hour12: time.resolvedOptions().hour12 === true,
    am: half(9),
    pm: half(21),
  };
}

/** @returns ISO date of its first day */
export function readDate(
  written: string,
  precision: DatePrecision,
  customs: WritingCustoms,
): string | undefined {
  const text = plain(written);
  const numbers = text.split(/\s*[./-]\s*|\s+/).filter((part) => part !== '');
  const isYearFirst = /^\d{4}$/.test(numbers[0] ?? '');
  const order = isYearFirst ? ['year', 'month', 'day'] : customs.order;
  const parts = order.filter((part) => PARTS[precision].includes(part));
  if (numbers.length !== parts.length || !numbers.every((each) => /^\d+$/.test(each))) return undefined;
  const valueOf = (part: string): string => numbers[parts.indexOf(part)] ?? '1';
  if (valueOf('year').length !== 4 || valueOf('month').length > 2 || valueOf('day').length > 2)
    return undefined;
  const [year, month, day] = ['year', 'month', 'day'].map((part) => Number(valueOf(part)));
  return existingDate(year!, month!, day!);
}

/** @returns ISO time with the offset of the person, unless it was written with another */
export function readTime(written: string, customs: WritingCustoms, date = new Date()): string | undefined {
  const text = plain(written);
  const [, hours, minutes, seconds = '0', fraction = '', tail = ''] =
    /^(\d{1,2})\s*[:.h٫]\s*(\d{2})(?:[:.](\d{2})(?:\.(\d{1,9}))?)?\s*(.*)$/i.exec(text) ?? [];
  if (hours === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const offset = /^(?:Z|[-+]\d{2}:?\d{2})$/i.test(tail) ? tail.toUpperCase() : undefined;
  const half = offset === undefined ? wordOf(tail) : '';
  const hour = hourOf(Number(hours), half, customs);
  if (hour === undefined) return undefined;
  const clock = `${pad(hour)}:${minutes}:${pad(Number(seconds))}.${fraction.padEnd(3, '0').slice(0, 3)}`;
  const local = new Date(date);
  local.setHours(hour, Number(minutes));
  return clock + (offset ?? offsetOf(local));
}

/** @returns ISO date and time */
export function readDateTime(written: string, customs: WritingCustoms): string | undefined {
  const text = plain(written);
  const [, dateText = '', timeText = ''] =
    /^(\S+)(?:T|[\s,،]+)(\d{1,2}\s*[:.h].*)$/i.exec(text.replace(/^(\d{4}-\d{2}-\d{2})T/i, '$1 ')) ?? [];
  const date = readDate(dateText.replace(/[,،]$/, ''), 'day', customs);
  if (date === undefined) return undefined;
  const time = readTime(timeText, customs, localDate(date));
  return time === undefined ? undefined : `${date}T${time}`;
}

/**
 * @param options.plus whether a plus in front is kept, as of telephone numbers
 * @returns digits with a point; undefined for what is no number, or one of two numbers
 */
export function readNumber(
  written: string,
  customs: WritingCustoms,
  { decimals, plus = false }: { decimals: boolean; plus?: boolean },
): string | undefined {
  const text = plain(written)
    .replaceAll('٫', '.')
    .replaceAll('٬', "'")
    .replace(/^[−‒–]/, '-');
  const [, sign = '', digits = ''] = /^([-+]?)\s*(.*)$/.exec(text) ?? [];
  const separator = /^\d{1,3}([.,])\d{3}$/.exec(digits)?.[1];
  const isGroup = separator !== undefined && separator === customs.group;
  // `1.234` is 1234 or the other number where points are written between thousands.
  if (isGroup && decimals) return undefined;
  const [integers, fraction] = isGroup ? [digits, undefined] : (partsOf(digits) ?? []);
  if (integers === undefined || (fraction !== undefined && !decimals)) return undefined;
  const whole = (sign === '-' || plus ? sign : '') + (integers.replace(/\D/g, '') || '0');
  return fraction === undefined ? whole : `${whole}.${fraction}`;
}

/** Digits before and after the decimal separator, with a point or a comma as such. */
function partsOf(digits: string): [string, string | undefined] | undefined {
  const [, integers, fraction] =
    /^(\d+)$/.exec(digits) ??
    /^(\d*)[.,](\d+)$/.exec(digits) ??
    /^(\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/.exec(digits) ??
    /^(\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/.exec(digits) ??
    /^(\d{1,3}(?:['’\s]\d{3})+)(?:[.,](\d+))?$/.exec(digits) ??
    [];
  return integers === undefined ? undefined : [integers, fraction];
}

/** @param value ISO date, as stored */
export function writeDate(value: string, precision: DatePrecision, customs: WritingCustoms): string {
  const [year = '', month = '', day = ''] = value.slice(0, 10).split('-');
  const parts: Readonly<Record<string, string>> = { year, month, day };
  const order = customs.order.filter((part) => PARTS[precision].includes(part));
  return order.map((part) => parts[part]).join(customs.dateSeparator);
}

/** Pattern to write by, such as `DD/MM/YYYY`, in letters of the language. */
export function datePattern(precision: DatePrecision, customs: WritingCustoms, letters: string): string {
  const [day = 'D', month = 'M', year = 'Y'] = letters;
  const parts = { day: day.repeat(2), month: month.repeat(2), year: year.repeat(4) };
  const order = customs.order.filter((part) => PARTS[precision].includes(part));
  return order.map((part) => parts[part]).join(customs.dateSeparator);
}

export function writeTime(date: Date, customs: WritingCustoms): string {
  const [hours, minutes] = [date.getHours(), pad(date.getMinutes())];
  if (!customs.hour12) return `${pad(hours)}:${minutes}`;
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** @param value digits with a point */
export function writeNumber(value: string, customs: WritingCustoms, isGrouped: boolean): string {
  const [, sign = '', integers = '', fraction] = /^([-+]?)(\d*)(?:\.(\d+))?$/.exec(value) ?? [];
  const grouped = isGrouped ? integers.replace(/\B(?=(\d{3})+$)/g, customs.group) : integers;
  const digits = fraction?.replace(/0+$/, '') ?? '';
  return sign + grouped + (digits === '' ? '' : customs.decimal + digits);
}

/** Offset from UTC, such as `+03:00`. */
export function offsetOf(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${pad(hours)}:${pad(rest)}`;
}

export function localDate(iso: string): Date {
  const [year, month, day] = iso.split('-').map(Number);
  const date = new Date(2000, 0, 1);
  date.setFullYear(year!, month! - 1, day);
  return date;
}

function existingDate(year: number, month: number, day: number): string | undefined {
  const iso = `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`;
  const date = localDate(iso);
  return date.getMonth() === month - 1 && date.getDate() === day ? iso : undefined;
}

function hourOf(hours: number, half: string, { am, pm }: WritingCustoms): number | undefined {
  if (half === '') return hours > 23 ? undefined : hours;
  if (hours < 1 || hours > 12) return undefined;
  if (half === 'am' || half === am) return hours % 12;
  return half === 'pm' || half === pm ? (hours % 12) + 12 : undefined;
}

function wordOf(text = ''): string {
  return text.toLowerCase().replace(/[.\s\u200e\u200f\u202f]/g, '');
}

/** Digits of any script as 0 to 9, without marks of direction. */
function plain(text: string): string {
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g, (digit) => String(digitOf(digit)))
    .replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, '')
    .trim();
}

function digitOf(digit: string): number {
  const code = digit.charCodeAt(0);
  return code < 0x6f0
    ? code - 0x660
    : code < 0x900
      ? code - 0x6f0
      : code < 0x9e0
        ? code - 0x966
        : code - 0x9e6;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
