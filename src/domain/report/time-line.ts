export interface DayCount {
  /** In the zone that was asked for, UTC by default: `2026-03-01`. */
  readonly day: string;
  readonly submissions: number;
}

export type Unit = 'day' | 'week' | 'month' | 'year';

export interface Span {
  readonly start: string;
  readonly submissions: number;
}

export interface TimeLine {
  readonly unit: Unit;
  /** Ascending, without gaps; empty without days. */
  readonly spans: readonly Span[];
}

export interface RecentDays {
  /** Submissions of today, and of the last 7 and 30 days with it. */
  readonly today: number;
  readonly week: number;
  readonly month: number;
  /** From the first day with submissions, or 29 days ago, to today; both are there without submissions too. */
  readonly days: readonly DayCount[];
}

/** Counts what arrived lately. @param days ascending @param today in their zone */
export function recentDays(days: readonly DayCount[], today: string): RecentDays {
  const since = (start: string): number =>
    days.reduce((sum, { day, submissions }) => (day >= start ? sum + submissions : sum), 0);
  const monthStart = addDays(today, -29);
  const ends = [monthStart, today].map((day) => ({ day, submissions: 0 }));
  return {
    today: since(today),
    week: since(addDays(today, -6)),
    month: since(monthStart),
    days: [
      ...ends.slice(0, days[0] === undefined || days[0].day > monthStart ? 1 : 0),
      ...days,
      ...ends.slice(days.at(-1)?.day === today ? 2 : 1),
    ],
  };
}

const DAY_MS = 24 * 60 * 60_000;
/** Maximum days per unit, so that a chart has few enough columns. */
const MAX_DAYS: readonly (readonly [Unit, number])[] = [
  ['day', 62],
  ['week', 366],
  ['month', 366 * 6],
];

/** Groups days into intervals of the finest unit that fits a chart. @param days ascending */
export function timeLine(days: readonly DayCount[]): TimeLine {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return { unit: 'day', spans: [] };
  const length = (Date.parse(last.day) - Date.parse(first.day)) / DAY_MS + 1;
  const unit = MAX_DAYS.find(([, max]) => length <= max)?.[0] ?? 'year';
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

/** First day of the interval; weeks start on Monday. */
function startOf(day: string, unit: Unit): string {
  switch (unit) {
    case 'day':
      return day;
    case 'week':
      return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
    case 'month':
      return `${day.slice(0, 7)}-01`;
    case 'year':
      return `${day.slice(0, 4)}-01-01`;
  }
}

const MAX_UNIT_DAYS: Readonly<Record<Unit, number>> = { day: 1, week: 7, month: 31, year: 366 };

function nextOf(start: string, unit: Unit): string {
  return startOf(addDays(start, MAX_UNIT_DAYS[unit]), unit);
}

/** The date a number of days later. @param days negative: earlier */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}
