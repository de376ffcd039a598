import { timeLine } from './time-line';

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
