import { PathCache, PagePositionCache } from './notified-cache';

describe('PathCache', () => {
  const entry = (paths: readonly string[], snapshot = '1:1:') => ({ paths, snapshot });
  const manyPaths = (count: number) =>
    entry(Array.from({ length: count }, (_, path) => `group/question_${path}`));

  it('replaces the paths of an asset', () => {
    const cache = new PathCache();
    cache.set(1, entry(['a']));
    cache.set(1, entry(['a', 'b'], '2:2:'));
    expect(cache.get(1)).toEqual({ paths: ['a', 'b'], snapshot: '2:2:' });
    expect(cache.get(2)).toBeUndefined();
  });

  it('evicts the least recently used assets and rejects too many paths', () => {
    const cache = new PathCache();
    for (let asset = 0; asset <= 100; asset += 1) cache.set(asset, manyPaths(1_000));
    expect([0, 1, 100].map((asset) => cache.get(asset) !== undefined)).toEqual([false, false, true]);
    cache.set(100, manyPaths(5_000));
    expect(cache.get(100)).toBeUndefined();
  });

  it('counts the length of paths', () => {
    const cache = new PathCache();
    cache.set(1, entry(['a'.repeat(200_000)]));
    expect(cache.get(1)).toBeUndefined();
    for (let asset = 0; asset < 100; asset += 1) cache.set(asset, entry(['a'.repeat(100_000)]));
    const cached = Array.from({ length: 100 }, (_, asset) => cache.get(asset)).filter(Boolean);
    expect(cached.length).toBeLessThanOrEqual(20);
    expect(cache.get(99)).toBeDefined();
  });

  it('clears on a reconnect', () => {
    const cache = new PathCache();
    cache.set(1, entry(['a']));
    cache.invalidateAll();
    expect(cache.get(1)).toBeUndefined();
  });
});

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
