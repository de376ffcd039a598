import { PagePositionCache } from './page-position-cache';

describe('PagePositionCache', () => {
  let now = 1;
  beforeAll(() => {
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterAll(() => jest.restoreAllMocks());
  const positions = new PagePositionCache();
  const at = (start: number, id = start * 10) => ({ start, id, snapshot: `${start}` });

  it.each([
    [4999, undefined],
    [5000, 5000],
    [8999, 5000],
    [9000, 9000],
    [1_000_000, 9000],
  ])('returns the last position at or before %i', (start, expected) => {
    for (const each of [9000, 5000]) positions.set(1, at(each));
    expect(positions.closestBefore(1, start)?.start).toBe(expected);
    expect(positions.closestBefore(2, start)).toBeUndefined();
  });

  it('replaces the position of a start', () => {
    positions.set(1, at(9000, 7));
    expect(positions.closestBefore(1, 9000)).toMatchObject({ id: 7 });
  });

  it('evicts old positions and the least recently used assets', () => {
    for (let start = 1; start <= 60; start += 1) positions.set(3, at(start));
    expect(positions.closestBefore(3, 10)).toBeUndefined();
    for (let asset = 10; asset < 210; asset += 1) positions.set(asset, at(1));
    expect(positions.closestBefore(3, 60)).toBeUndefined();
    now += 60_001;
    expect(positions.closestBefore(209, 1)).toBeUndefined();
  });
});
