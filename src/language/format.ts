import { type Language, LANGUAGES } from './language';
import { Localized, type Text, textIn } from './message';

/** One format for each language, made when it is first needed. */
function formatsOf<Format>(make: (locale: string) => Format): (language: Language) => Format {
  const made = new Map<Language, Format>();
  return (language) => {
    const format = made.get(language) ?? make(LANGUAGES[language].locale);
    made.set(language, format);
    return format;
  };
}

const numbers = (options: Intl.NumberFormatOptions) =>
  formatsOf((locale) => new Intl.NumberFormat(locale, options));

const dates = (options: Intl.DateTimeFormatOptions) =>
  formatsOf((locale) => new Intl.DateTimeFormat(locale, options));

const whole = numbers({ maximumFractionDigits: 0 });

const short = numbers({ notation: 'compact', maximumFractionDigits: 1 });

const precise = numbers({ maximumSignificantDigits: 6 });

/** Decimals, by their number. */
const fixed = new Map<number, (language: Language) => Intl.NumberFormat>();

const large = numbers({ notation: 'scientific', maximumSignificantDigits: 4 });

const shares = numbers({ style: 'percent', maximumFractionDigits: 1 });

/** A count: `12,345`. */
export const countText = (count: number): Localized =>
  new Localized((language) => whole(language).format(count));

/** A short count: `12.3K`. */
export const shortCount = (count: number): Localized =>
  new Localized((language) => short(language).format(count));

export function numberText(number: number): Localized {
  const size = Math.abs(number);
  const format = size !== 0 && (size >= 1e9 || size < 1e-6) ? large : precise;
  return new Localized((language) => format(language).format(number));
}

/** A number with as many decimals: `1.20`. */
export function decimalText(number: number, digits: number): Localized {
  const format =
    fixed.get(digits) ?? numbers({ minimumFractionDigits: digits, maximumFractionDigits: digits });
  fixed.set(digits, format);
  return new Localized((language) => format(language).format(number));
}

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'].map((unit) =>
  numbers({ style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }),
);

/** A size: `1.2 MB`. */
export function bytesText(bytes: number): Localized {
  const power = bytes < 1 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log10(bytes) / 3));
  return new Localized((language) => SIZES[power]!(language).format(bytes / 1000 ** power));
}

/** A percentage with at most one decimal, on one line: `33.3 %`. */
export function shareText(part: number, whole: number): Localized {
  const share = whole === 0 ? 0 : part / whole;
  return new Localized((language) => {
    const text = shares(language).format(share);
    return language === 'en' ? text.replace('%', '\u00a0%') : text;
  });
}

const durations = (['second', 'minute'] as const).map((unit) =>
  numbers({ style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }),
);
const MINUTE_S = 60;

/** A time to wait, rounded up: `40 seconds`, `3 minutes`. */
export function durationText(seconds: number): Localized {
  const [format, value] =
    seconds > MINUTE_S ? [durations[1]!, seconds / MINUTE_S] : [durations[0]!, Math.max(1, seconds)];
  return new Localized((language) => format(language).format(Math.ceil(value)));
}

const days = dates({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

const shortDays = dates({ day: 'numeric', month: 'short', timeZone: 'UTC' });

const months = dates({ month: 'short', year: 'numeric', timeZone: 'UTC' });

const minutes = dates({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
});

/** `1 Mar 2026`; an invalid date stays unchanged. */
export const dayText = (day: string): Localized => dateText(day, days);

/** `1 Mar` */
export const shortDay = (day: string): Localized => dateText(day, shortDays);

/** `Mar 2026` */
export const monthText = (day: string): Localized => dateText(day, months);

/** `1 Mar 2026, 08:05 UTC` */
export const minuteText = (time: Date): Localized =>
  new Localized((language) => minutes(language).format(time));

function dateText(day: string, format: (language: Language) => Intl.DateTimeFormat): Localized {
  const date = new Date(day);
  return new Localized((language) => (Number.isNaN(date.getTime()) ? day : format(language).format(date)));
}

const alternatives = formatsOf((locale) => new Intl.ListFormat(locale, { type: 'disjunction' }));

const conjunctions = formatsOf((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }));

const regions = formatsOf((locale) => new Intl.DisplayNames(locale, { type: 'region' }));

/** Name of a country. @param code ISO 3166-1 alpha-2 @param english its name in English */
export const countryText = (code: string, english: string): Localized =>
  new Localized((language) => (language === 'en' ? english : (regions(language).of(code) ?? english)));

export const joinedText = (items: readonly Text[], separator: string): Localized =>
  new Localized((language) => items.map((each) => textIn(language, each)).join(separator));

/** Separated by commas: `a, b, c`. */
export const listText = (items: readonly Text[]): Localized =>
  new Localized((language) => joinedText(items, language === 'ar' ? '، ' : ', ').in(language));

/** `a, b or c` */
export const orText = (items: readonly Text[]): Localized =>
  new Localized((language) => alternatives(language).format(items.map((each) => textIn(language, each))));

/** `a, b and c` */
export const andText = (items: readonly Text[]): Localized =>
  new Localized((language) => conjunctions(language).format(items.map((each) => textIn(language, each))));
