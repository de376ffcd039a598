import { dayIn, findTimeZone, startOfDay, UTC } from './time-zone';

const zone = (name: string) => findTimeZone(name)!;

describe('findTimeZone', () => {
  it.each(['Mars/Olympus', '', '__proto__', "Asia/Kathmandu'", 'a'.repeat(60), '../etc/passwd', '+05:45'])(
    'does not know %j',
    (name) => {
      expect(findTimeZone(name)).toBeUndefined();
    },
  );

  it('has the changes of summer time', () => {
    const { offsets } = zone('Europe/Paris');
    expect(offsets).toContainEqual({ from: Date.UTC(2026, 2, 29, 1), minutes: 120 });
    expect(offsets).toContainEqual({ from: Date.UTC(2026, 9, 25, 1), minutes: 60 });
    expect(zone('Asia/Kathmandu').offsets).toEqual([{ from: -Infinity, minutes: 345 }]);
  });
});

describe('dayIn', () => {
  it.each([
    ['Asia/Kathmandu', '2026-03-01T17:45:00Z', '2026-03-01'],
    ['Asia/Kathmandu', '2026-03-01T18:15:00Z', '2026-03-02'],
    ['America/Los_Angeles', '2026-03-02T07:30:00Z', '2026-03-01'],
    ['America/Los_Angeles', '2026-03-02T08:00:00Z', '2026-03-02'],
    ['Europe/Paris', '2026-03-29T21:59:00Z', '2026-03-29'],
    ['Europe/Paris', '2026-03-28T23:00:00Z', '2026-03-29'],
    ['Europe/Paris', '2026-10-25T22:30:00Z', '2026-10-25'],
  ])('%s at %s', (name, instant, day) => {
    expect(dayIn(zone(name), new Date(instant))).toBe(day);
    expect(dayIn(UTC, new Date(instant))).toBe(instant.slice(0, 10));
  });
});

describe('startOfDay', () => {
  it.each([
    ['Asia/Kathmandu', '2026-03-01', '2026-02-28T18:15:00.000Z'],
    ['America/Los_Angeles', '2026-03-01', '2026-03-01T08:00:00.000Z'],
    ['Europe/Paris', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Paris', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['Europe/Paris', '2026-10-26', '2026-10-25T23:00:00.000Z'],
    // Clocks go from 23:59 to 01:00, and from 00:00 back to 23:00.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
    ['America/Sao_Paulo', '2018-02-18', '2018-02-18T03:00:00.000Z'],
    // A day that did not exist.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
    ['UTC', '2026-03-01', '2026-03-01T00:00:00.000Z'],
  ])('%s on %s', (name, day, start) => {
    const found = startOfDay(zone(name), day);
    expect(found.toISOString()).toBe(start);
    expect(dayIn(zone(name), new Date(found.getTime() - 1)) < day).toBe(true);
  });
});
