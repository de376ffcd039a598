import { FORMER_JOB_NAMES, withFormerNames } from './former-job-names';
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

describe('withFormerNames', () => {
  const tasks = { 'imports.run': jest.fn(), 'sessions.delete-expired': jest.fn(), 'new.job': jest.fn() };

  it('runs jobs that an older version queued', () => {
    const named = withFormerNames(tasks);
    expect(named['import']).toBe(tasks['imports.run']);
    expect(named['forget sessions that are over']).toBe(tasks['sessions.delete-expired']);
  });

  it('keeps the identifiers, and adds no name without a task', () => {
    expect(withFormerNames(tasks)).toMatchObject(tasks);
    expect(Object.keys(withFormerNames(tasks))).toHaveLength(5);
  });
});

it('maps each former name to a distinct identifier', () => {
  const identifiers = Object.values(FORMER_JOB_NAMES);
  expect(new Set(identifiers).size).toBe(identifiers.length);
  for (const identifier of identifiers) expect(identifier).toMatch(/^[a-z-]+\.[a-z-]+$/);
});
