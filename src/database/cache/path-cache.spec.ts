import { PathCache } from './path-cache';

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
