import { assertInFuture, readExpiry } from './token-expiry';

const expectRefusal = (act: () => unknown) =>
  expect(act).toThrow(expect.objectContaining({ fields: { date_expires: [expect.any(String)] } }));

describe('readExpiry', () => {
  it.each([
    ['2026-12-31', '2026-12-31T00:00:00.000Z'],
    ['2026-12-31T23:59Z', '2026-12-31T23:59:00.000Z'],
    ['2026-12-31T23:59:58.123456Z', '2026-12-31T23:59:58.123Z'],
    ['2026-12-31T23:59:58', '2026-12-31T23:59:58.000Z'],
    ['2026-12-31T23:59:58+02:00', '2026-12-31T21:59:58.000Z'],
    ['2026-12-31T23:59:58-0230', '2027-01-01T02:29:58.000Z'],
  ])('reads %s', (sent, expected) => {
    expect(readExpiry(sent)?.toISOString()).toBe(expected);
  });

  it.each([undefined, null, ''])('reads %j as never', (sent) => {
    expect(readExpiry(sent)).toBeNull();
  });

  it.each(['soon', '31.12.2026', '2026-13-01', '2026-12-31 10:00', 1798675200, {}, true])(
    'rejects %j',
    (sent) => {
      expectRefusal(() => readExpiry(sent));
    },
  );
});

describe('assertInFuture', () => {
  const now = new Date('2026-03-01T08:00:00Z');

  it('accepts later dates and never', () => {
    expect(() => assertInFuture(new Date(now.getTime() + 1), now)).not.toThrow();
    expect(() => assertInFuture(null, now)).not.toThrow();
  });

  it('rejects now', () => {
    expectRefusal(() => assertInFuture(now, now));
  });
});
