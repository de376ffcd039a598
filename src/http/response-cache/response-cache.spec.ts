import { QuotaCache } from './response-cache';

/** Overhead of an entry in bytes, with a key of one letter. */
const OVERHEAD = 502;

describe('QuotaCache', () => {
  const create = (maxBytes = 10_000, maxBytesPerOwner = 5_000) =>
    new QuotaCache<string>({ maxBytes, maxBytesPerOwner, maxKeyLength: 3 });
  const cachedKeys = (cache: QuotaCache<string>, keys: string) =>
    [...keys].filter((key) => cache.get(key) !== undefined);

  it('replaces the value of a key and counts its bytes once', () => {
    const cache = create();
    cache.set('a', 'ann', 'old', 100);
    cache.set('a', 'bob', 'new', 200);
    expect(cache.get('a')).toBe('new');
    expect(cache.totalBytes).toBe(200 + OVERHEAD);
    cache.clear();
    expect(cache.get('a')).toBeUndefined();
    expect(cache.totalBytes).toBe(0);
  });

  it('evicts the least recently used entries of an owner over its quota', () => {
    const cache = create();
    cache.set('x', 'bob', '', 100);
    for (const key of 'abc') cache.set(key, 'ann', key, 1_000);
    cache.touch('a');
    cache.set('d', 'ann', 'd', 1_000);
    expect(cachedKeys(cache, 'abcdx')).toEqual(['a', 'c', 'd', 'x']);
    for (const key of 'efghijkl') cache.set(key, 'ann', key, 1_000);
    expect(cachedKeys(cache, 'abcdefghijklx')).toEqual(['j', 'k', 'l', 'x']);
  });

  it('evicts the least recently used entries of all owners over the budget', () => {
    const cache = create(3_000, 2_000);
    cache.set('a', 'ann', '', 1_000);
    cache.set('b', 'bob', '', 200);
    cache.touch('a');
    cache.set('c', 'cid', '', 800);
    expect(cachedKeys(cache, 'abc')).toEqual(['a', 'c']);
    expect(cache.totalBytes).toBe(1_800 + 2 * OVERHEAD);
  });

  it('rejects values over the quota and long keys', () => {
    const cache = create();
    cache.set('a', 'ann', 'small', 10);
    cache.set('a', 'ann', 'large', 5_000);
    cache.set('long', 'ann', 'small', 10);
    expect(cache.accepts('long')).toBe(false);
    expect([cache.get('a'), cache.get('long'), cache.totalBytes]).toEqual([undefined, undefined, 0]);
  });

  it('removes owners without entries', () => {
    const cache = create(2_000);
    for (let owner = 0; owner < 100; owner += 1) cache.set(String(owner), `owner ${owner}`, '', 1_000);
    expect((cache as unknown as { owners: Map<string, unknown> }).owners.size).toBe(1);
  });
});
