import { randomBytes } from 'node:crypto';
import { hashOfKey, generateKey, assertInFuture, readExpiry, readScopes } from './credential';

describe('API key', () => {
  it('has 40 hexadecimal digits and is unique', () => {
    expect(generateKey(randomBytes)).toMatch(/^[0-9a-f]{40}$/);
    expect(generateKey(randomBytes)).not.toBe(generateKey(randomBytes));
  });

  it('is hashed with SHA-256', () => {
    expect(hashOfKey('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});

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

describe('readScopes', () => {
  it.each([
    [undefined, ['read', 'write']],
    [['read'], ['read']],
    [
      ['write', 'read', 'write'],
      ['read', 'write'],
    ],
    ['read', ['read']],
    ['write read', ['read', 'write']],
    ['read,write', ['read', 'write']],
  ])('reads %j', (sent, scopes) => {
    expect(readScopes(sent)).toEqual(scopes);
  });

  it.each([[[]], [''], [null], [['admin']], ['read all'], [7], [{ read: true }]])('rejects %j', (sent) => {
    expect(() => readScopes(sent)).toThrow(
      expect.objectContaining({ fields: { scopes: [expect.any(String)] } }),
    );
  });
});
