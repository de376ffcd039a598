import { usagePeriodAt } from './quota';

describe('usagePeriodAt', () => {
  it.each([
    ['2026-11-22T05:00:00Z', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
    ['2026-12-31T23:59:59.999Z', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['2027-01-01T00:00:00Z', '2027-01-01T00:00:00.000Z', '2027-02-01T00:00:00.000Z'],
  ])('at %s lasts from %s to %s', (now, start, end) => {
    expect(usagePeriodAt(new Date(now))).toEqual({ start: new Date(start), end: new Date(end) });
  });
});
