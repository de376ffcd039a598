import { KnownPathsOfAssets } from './known-paths';

describe('KnownPathsOfAssets', () => {
  const known = (paths: readonly string[], snapshot = '1:1:') => ({ paths, snapshot });

  it('believes the last that it was told', () => {
    const assets = new KnownPathsOfAssets();
    assets.note(1, known(['a']));
    assets.note(1, known(['a', 'b'], '2:2:'));
    expect(assets.of(1)).toEqual({ paths: ['a', 'b'], snapshot: '2:2:' });
    expect(assets.of(2)).toBeUndefined();
  });

  it('forgets what nobody asked for lately, and what is too much', () => {
    const assets = new KnownPathsOfAssets();
    for (let asset = 0; asset <= 100; asset += 1) assets.note(asset, known(['a']));
    expect([0, 1, 100].map((asset) => assets.of(asset) !== undefined)).toEqual([false, true, true]);
    assets.note(100, known(Array.from({ length: 1_001 }, (_, n) => `${n}`)));
    expect(assets.of(100)).toBeUndefined();
  });

  it('forgets all when the database was away', () => {
    const assets = new KnownPathsOfAssets();
    assets.note(1, known(['a']));
    assets.lost();
    expect(assets.of(1)).toBeUndefined();
  });
});
