import { closedUntil, COUNTED, countedFor, failureLimits, secondsUntil } from './sign-in-limit';

const now = new Date('2026-03-01T08:00:00Z');
const later = new Date('2026-03-01T08:10:00.500Z');

describe('closedUntil', () => {
  it.each([
    ['no failures', undefined, undefined],
    ['fewer failures than allowed', { failures: 9, ends: later }, undefined],
    ['as many as allowed', { failures: 10, ends: later }, later],
    ['a window that has ended', { failures: 99, ends: now }, undefined],
  ])('%s', (_, count, until) => {
    expect(closedUntil(count, 10, now)).toBe(until);
  });
});

describe('failureLimits', () => {
  it.each(['account-from-address', 'account-from-network'] as const)(
    'lets one place stop itself long before it could close an account (%s)',
    (counted) => {
      const limits = failureLimits(20);
      expect(limits[counted] * 4).toBeLessThan(limits.account);
    },
  );
});

describe('countedFor', () => {
  it('counts against a known address nothing but what it did at that account', () => {
    expect(countedFor('known')).toEqual(['account-from-address']);
    expect(countedFor('unknown')).toEqual(COUNTED);
  });
});

describe('secondsUntil', () => {
  it('rounds up, and is never nothing', () => {
    expect(secondsUntil(later, now)).toBe(601);
    expect(secondsUntil(now, now)).toBe(1);
  });
});
