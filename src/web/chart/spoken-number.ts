const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const PRECISE = new Intl.NumberFormat('en', { maximumSignificantDigits: 6 });
const LARGE = new Intl.NumberFormat('en', { notation: 'scientific', maximumSignificantDigits: 4 });

/** A count: `12,345`. */
export const countText = (count: number): string => WHOLE.format(count);

/** A count where there is little room: `12.3K`. */
export const shortCount = (count: number): string => SHORT.format(count);

/** A statistic or the edge of a bin, with six digits that count. */
export function numberText(number: number): string {
  const size = Math.abs(number);
  return size !== 0 && (size >= 1e9 || size < 1e-6) ? LARGE.format(number) : PRECISE.format(number);
}

/** A share in percent, `33.3 %`, with one decimal where it needs one. */
export const shareText = (part: number, whole: number): string =>
  `${whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10} %`;

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `1 Mar 2026`; what is no date as it is. */
export const dayText = (day: string): string => dateText(day, DAY);

/** `Mar 2026` */
export const monthText = (day: string): string => dateText(day, MONTH);

function dateText(day: string, format: Intl.DateTimeFormat): string {
  const date = new Date(day);
  return Number.isNaN(date.getTime()) ? day : format.format(date);
}
