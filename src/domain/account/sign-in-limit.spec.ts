import {
  blockedUntil,
  COUNTER_KINDS,
  countersFor,
  failureLimits,
  secondsUntil,
  addressBlock,
  networkBlock,
} from './sign-in-limit';

const now = new Date('2026-03-01T08:00:00Z');
const later = new Date('2026-03-01T08:10:00.500Z');

describe('blockedUntil', () => {
  it.each([
    ['no failures', undefined, undefined],
    ['failures below the limit', { failures: 9, ends: later }, undefined],
    ['failures at the limit', { failures: 10, ends: later }, later],
    ['a window that has ended', { failures: 99, ends: now }, undefined],
  ])('%s', (_, count, until) => {
    expect(blockedUntil(count, 10, now)).toBe(until);
  });
});

describe('failureLimits', () => {
  it.each(['account-from-address', 'account-from-network'] as const)(
    'keeps %s well below the limit of the account',
    (counted) => {
      const limits = failureLimits(20);
      expect(limits[counted] * 4).toBeLessThan(limits.account);
    },
  );
});

describe('countersFor', () => {
  it('uses only the account-from-address counter for a known address', () => {
    expect(countersFor('known')).toEqual(['account-from-address']);
    expect(countersFor('unknown')).toEqual(COUNTER_KINDS);
  });
});

describe('secondsUntil', () => {
  it('rounds up to at least one second', () => {
    expect(secondsUntil(later, now)).toBe(601);
    expect(secondsUntil(now, now)).toBe(1);
  });
});

describe('addressBlock', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:10.0.0.7', '10.0.0.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    [undefined, 'unknown'],
  ])('maps %s to %s', (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });
});

describe('networkBlock', () => {
  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1::/48'],
    ['2001:db8::9', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['127.0.0.1', undefined],
    ['::ffff:10.0.0.7', undefined],
    [undefined, undefined],
  ])('maps %s to %s', (address, block) => {
    expect(networkBlock(address)).toBe(block);
  });
});
