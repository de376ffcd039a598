/** How many submissions came on a day. */
export interface DayCount {
  /** In UTC: `2026-03-01`. */
  readonly day: string;
  readonly submissions: number;
}

export type Unit = 'day' | 'week' | 'month' | 'year';

/** A stretch of time and what came in it. */
export interface Span {
  /** Its first day. */
  readonly start: string;
  readonly submissions: number;
}

export interface TimeLine {
  readonly unit: Unit;
  /** Without gaps, the earliest first; empty when there is no day. */
  readonly spans: readonly Span[];
}

const DAY_MS = 24 * 60 * 60_000;
/** The finest unit that makes no more spans than can be told apart. */
const LONGEST_DAYS: readonly (readonly [Unit, number])[] = [
  ['day', 62],
  ['week', 366],
  ['month', 366 * 6],
];

/** Days put together into stretches of one length. @param days the earliest first */
export function timeLine(days: readonly DayCount[]): TimeLine {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return { unit: 'day', spans: [] };
  const length = (Date.parse(last.day) - Date.parse(first.day)) / DAY_MS + 1;
  const unit = LONGEST_DAYS.find(([, longest]) => length <= longest)?.[0] ?? 'year';
  const counts = new Map<string, number>();
  for (const { day, submissions } of days) {
    const start = startOf(day, unit);
    counts.set(start, (counts.get(start) ?? 0) + submissions);
  }
  const spans: Span[] = [];
  for (let start = startOf(first.day, unit); start <= last.day; start = nextOf(start, unit)) {
    spans.push({ start, submissions: counts.get(start) ?? 0 });
  }
  return { unit, spans };
}

/** The first day of the stretch that a day lies in; weeks begin on Monday. */
function startOf(day: string, unit: Unit): string {
  switch (unit) {
    case 'day':
      return day;
    case 'week':
      return later(day, -((new Date(day).getUTCDay() + 6) % 7));
    case 'month':
      return `${day.slice(0, 7)}-01`;
    case 'year':
      return `${day.slice(0, 4)}-01-01`;
  }
}

function nextOf(start: string, unit: Unit): string {
  switch (unit) {
    case 'day':
      return later(start, 1);
    case 'week':
      return later(start, 7);
    case 'month':
      return startOf(later(start, 31), unit);
    case 'year':
      return startOf(later(start, 366), unit);
  }
}

function later(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}
