import { KnownPathsOfAssets } from './known-paths';

describe('KnownPathsOfAssets', () => {
  const known = (paths: readonly string[], snapshot = '1:1:') => ({ paths, snapshot });
  const many = (count: number) => known(Array.from({ length: count }, (_, path) => `group/question_${path}`));

  it('believes the last that it was told', () => {
    const assets = new KnownPathsOfAssets();
    assets.note(1, known(['a']));
    assets.note(1, known(['a', 'b'], '2:2:'));
    expect(assets.of(1)).toEqual({ paths: ['a', 'b'], snapshot: '2:2:' });
    expect(assets.of(2)).toBeUndefined();
  });

  it('forgets what nobody asked for lately, and what is too much', () => {
    const assets = new KnownPathsOfAssets();
    for (let asset = 0; asset <= 100; asset += 1) assets.note(asset, many(1_000));
    expect([0, 1, 100].map((asset) => assets.of(asset) !== undefined)).toEqual([false, false, true]);
    assets.note(100, many(5_000));
    expect(assets.of(100)).toBeUndefined();
  });

  it('takes no more memory for paths that are long', () => {
    const assets = new KnownPathsOfAssets();
    assets.note(1, known(['a'.repeat(200_000)]));
    expect(assets.of(1)).toBeUndefined();
    for (let asset = 0; asset < 100; asset += 1) assets.note(asset, known(['a'.repeat(100_000)]));
    const kept = Array.from({ length: 100 }, (_, asset) => assets.of(asset)).filter(Boolean);
    expect(kept.length).toBeLessThanOrEqual(20);
    expect(assets.of(99)).toBeDefined();
  });

  it('forgets all when the database was away', () => {
    const assets = new KnownPathsOfAssets();
    assets.note(1, known(['a']));
    assets.lost();
    expect(assets.of(1)).toBeUndefined();
  });
});
