import { closedUntil, MOST_FAILURES, secondsUntil } from './sign-in-limit';

const now = new Date('2026-03-01T08:00:00Z');
const later = new Date('2026-03-01T08:10:00.500Z');

describe('closedUntil', () => {
  it.each([
    ['no failures', undefined, undefined],
    ['fewer failures than allowed', { failures: 9, ends: later }, undefined],
    ['as many as allowed', { failures: 10, ends: later }, later],
    ['a window that has ended', { failures: 99, ends: now }, undefined],
  ])('%s', (_, count, until) => {
    expect(closedUntil('account-from-address', count, now)).toBe(until);
  });

  it('lets one address stop itself long before it could lock an account', () => {
    expect(MOST_FAILURES['account-from-address'] * 5).toBeLessThan(MOST_FAILURES.account);
  });
});

describe('secondsUntil', () => {
  it('rounds up, and is never nothing', () => {
    expect(secondsUntil(later, now)).toBe(601);
    expect(secondsUntil(now, now)).toBe(1);
  });
});
