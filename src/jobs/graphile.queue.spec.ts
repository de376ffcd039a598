import { cronPattern } from './graphile.queue';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('cronPattern', () => {
  it.each([
    [MINUTE, '*/1 * * * *'],
    [10 * MINUTE, '*/10 * * * *'],
    [30 * MINUTE, '*/30 * * * *'],
    [HOUR, '0 * * * *'],
    [6 * HOUR, '0 */6 * * *'],
    [24 * HOUR, '0 0 * * *'],
  ])('converts %i ms to %s', (intervalMs, pattern) => {
    expect(cronPattern(intervalMs)).toBe(pattern);
  });

  it.each([0, -MINUTE, 15_000, 7 * MINUTE, 90 * MINUTE, 5 * HOUR, 48 * HOUR, MINUTE + 1])(
    'rejects %i ms, which no pattern can express',
    (intervalMs) =>
      expect(() => cronPattern(intervalMs)).toThrow('Choose an interval that divides an hour or a day'),
  );
});
