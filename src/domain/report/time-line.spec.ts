import { recentDays, timeLine } from './time-line';

const day = (text: string, submissions = 1) => ({ day: text, submissions });

describe('timeLine', () => {
  it('is empty without days', () => {
    expect(timeLine([])).toEqual({ unit: 'day', spans: [] });
  });

  it('has an interval per day, days without submissions included', () => {
    expect(timeLine([day('2024-02-28', 2), day('2024-03-01')])).toEqual({
      unit: 'day',
      spans: [
        { start: '2024-02-28', submissions: 2 },
        { start: '2024-02-29', submissions: 0 },
        { start: '2024-03-01', submissions: 1 },
      ],
    });
  });

  it.each([
    ['2024-01-01', '2024-03-02', 'day', 62],
    ['2024-01-03', '2024-03-05', 'week', 10],
    ['2024-01-31', '2025-03-01', 'month', 15],
    ['2012-02-29', '2024-12-31', 'year', 13],
  ])('groups %s to %s by %s', (first, last, unit, length) => {
    const { unit: found, spans } = timeLine([day(first), day(last)]);
    expect([found, spans.length]).toEqual([unit, length]);
    expect(spans.reduce((sum, { submissions }) => sum + submissions, 0)).toBe(2);
  });

  it('starts weeks on Monday', () => {
    const { spans } = timeLine([day('2024-01-07'), day('2024-01-08'), day('2024-06-01')]);
    expect(spans.slice(0, 2)).toEqual([
      { start: '2024-01-01', submissions: 1 },
      { start: '2024-01-08', submissions: 1 },
    ]);
  });
});

it('counts what arrived today, in a week and in a month, to today', () => {
  const now = '2026-03-31';
  const days = [
    { day: '2026-03-01', submissions: 1 },
    { day: '2026-03-02', submissions: 2 },
    { day: '2026-03-25', submissions: 4 },
    { day: '2026-03-31', submissions: 8 },
  ];
  expect(recentDays(days, now)).toEqual({ today: 8, week: 12, month: 14, days });
  const [start, today] = ['2026-03-02', '2026-03-31'].map((day) => ({ day, submissions: 0 }));
  expect(recentDays([], now)).toEqual({ today: 0, week: 0, month: 0, days: [start, today] });
  expect(recentDays([days[2]!], now).days).toEqual([start, days[2], today]);
  expect(timeLine(recentDays([days[2]!], now).days).spans).toHaveLength(30);
});
