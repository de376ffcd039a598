import { boxOf, clipRing, overlaps } from './map-ground';

const box = { west: 0, south: 0, east: 10, north: 10 };
const square = (from: number, to: number): number[] => [from, from, to, from, to, to, from, to, from, from];

/** Twice the area. */
function areaOf(ring: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < ring.length; index += 2) {
    const next = (index + 2) % ring.length;
    sum += ring[index]! * ring[next + 1]! - ring[next]! * ring[index + 1]!;
  }
  return Math.abs(sum) / 2;
}

describe('clipRing', () => {
  it.each([
    ['inside', square(2, 4), 4],
    ['across a corner', square(5, 20), 25],
    ['around the box', square(-5, 20), 100],
    ['outside', square(11, 12), 0],
    ['beside the box', [-5, -5, -1, -5, -1, 20, -5, 20], 0],
  ])('keeps the part of a ring %s', (_, ring, area) => {
    const clipped = clipRing(ring, box);
    expect(areaOf(clipped)).toBeCloseTo(area);
    if (clipped.length > 0) {
      const { west, south, east, north } = boxOf(clipped);
      expect([west >= 0, south >= 0, east <= 10, north <= 10]).toEqual([true, true, true, true]);
    }
  });

  it('keeps nothing of an empty ring', () => {
    expect(clipRing([], box)).toHaveLength(0);
  });
});

describe('overlaps', () => {
  it.each([
    [square(5, 20), true],
    [square(10, 20), true],
    [square(11, 20), false],
  ])('%j: %s', (ring, expected) => {
    expect(overlaps(boxOf(ring), box)).toBe(expected);
  });
});
