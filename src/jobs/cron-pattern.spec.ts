import { cronPattern } from './cron-pattern';

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
  ])('says %i ms as %s', (everyMs, pattern) => {
    expect(cronPattern(everyMs)).toBe(pattern);
  });

  it.each([0, -MINUTE, 15_000, 7 * MINUTE, 90 * MINUTE, 5 * HOUR, 48 * HOUR, MINUTE + 1])(
    'refuses %i ms, which would come out uneven',
    (everyMs) => expect(() => cronPattern(everyMs)).toThrow('choose a part of an hour or day'),
  );
});
