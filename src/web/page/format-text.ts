import { lazy } from '../../domain/lazy';

const numbers = (options: Intl.NumberFormatOptions): (() => Intl.NumberFormat) =>
  lazy(() => new Intl.NumberFormat('en', options));

const whole = numbers({ maximumFractionDigits: 0 });

const short = numbers({ notation: 'compact', maximumFractionDigits: 1 });

const precise = numbers({ maximumSignificantDigits: 6 });

const large = numbers({ notation: 'scientific', maximumSignificantDigits: 4 });

/** A count: `12,345`. */
export const countText = (count: number): string => whole().format(count);

/** A short count: `12.3K`. */
export const shortCount = (count: number): string => short().format(count);

export function numberText(number: number): string {
  const size = Math.abs(number);
  return size !== 0 && (size >= 1e9 || size < 1e-6) ? large().format(number) : precise().format(number);
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** A size: `1.2 MB`. */
export function bytesText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${short().format(bytes / 1000 ** power)} ${UNITS[power]!}`;
}

/** A percentage with at most one decimal, on one line: `33.3 %`. */
export const shareText = (part: number, whole: number): string =>
  `${whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10}\u00a0%`;

const dates = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  lazy(() => new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }));

const days = dates({ day: 'numeric', month: 'short', year: 'numeric' });

const months = dates({ month: 'short', year: 'numeric' });

/** `1 Mar 2026`; an invalid date stays unchanged. */
export const dayText = (day: string): string => dateText(day, days());

/** `Mar 2026` */
export const monthText = (day: string): string => dateText(day, months());

function dateText(day: string, format: Intl.DateTimeFormat): string {
  const date = new Date(day);
  return Number.isNaN(date.getTime()) ? day : format.format(date);
}
