import { SharedRoom } from './shared-room';

/** As much as an entry takes besides its value, with a key of one letter. */
const BESIDE = 502;

describe('SharedRoom', () => {
  const room = (bytes = 10_000, bytesOfOne = 5_000) =>
    new SharedRoom<string>({ bytes, bytesOfOne, keyLength: 3 });
  const held = (of: SharedRoom<string>, keys: string) => [...keys].filter((key) => of.get(key) !== undefined);

  it('keeps what was put there last, and counts it once', () => {
    const kept = room();
    kept.put('a', 'ann', 'old', 100);
    kept.put('a', 'bob', 'new', 200);
    expect(kept.get('a')).toBe('new');
    expect(kept.weight).toBe(200 + BESIDE);
    kept.clear();
    expect(kept.get('a')).toBeUndefined();
    expect(kept.weight).toBe(0);
  });

  it('lets an owner’s own things go that were used least lately', () => {
    const kept = room();
    kept.put('x', 'bob', '', 100);
    for (const key of 'abc') kept.put(key, 'ann', key, 1_000);
    kept.touch('a');
    kept.put('d', 'ann', 'd', 1_000);
    expect(held(kept, 'abcdx')).toEqual(['a', 'c', 'd', 'x']);
    for (const key of 'efghijkl') kept.put(key, 'ann', key, 1_000);
    expect(held(kept, 'abcdefghijklx')).toEqual(['j', 'k', 'l', 'x']);
  });

  it('lets what was used least lately go of all, where all have too much', () => {
    const kept = room(3_000, 2_000);
    kept.put('a', 'ann', '', 1_000);
    kept.put('b', 'bob', '', 200);
    kept.touch('a');
    kept.put('c', 'cid', '', 800);
    expect(held(kept, 'abc')).toEqual(['a', 'c']);
    expect(kept.weight).toBe(1_800 + 2 * BESIDE);
  });

  it('takes nothing that is larger than one may have, and no long key', () => {
    const kept = room();
    kept.put('a', 'ann', 'small', 10);
    kept.put('a', 'ann', 'large', 5_000);
    kept.put('long', 'ann', 'small', 10);
    expect(kept.takes('long')).toBe(false);
    expect([kept.get('a'), kept.get('long'), kept.weight]).toEqual([undefined, undefined, 0]);
  });

  it('remembers no owner who has nothing', () => {
    const kept = room(2_000);
    for (let owner = 0; owner < 100; owner += 1) kept.put(String(owner), `owner ${owner}`, '', 1_000);
    expect((kept as unknown as { byOwner: Map<string, unknown> }).byOwner.size).toBe(1);
  });
});
