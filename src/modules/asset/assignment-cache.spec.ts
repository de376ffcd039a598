import { AssignmentCache } from './asset-view.service';

const OWNER = ['pA', 1, 'ann', 'view_asset', null];
const OTHER = ['pB', 2, 'ben', 'partial_submissions', { view_submissions: [{ _id: 1 }] }];

describe('AssignmentCache', () => {
  const cache = new AssignmentCache();
  const text = JSON.stringify([OWNER, OTHER]);

  it('parses the JSON of the database', () => {
    expect(cache.get(text).all).toEqual([
      { uid: 'pA', userId: 1, username: 'ann', codename: 'view_asset', partialGrants: null },
      {
        uid: 'pB',
        userId: 2,
        username: 'ben',
        codename: 'partial_submissions',
        partialGrants: { view_submissions: [{ _id: 1 }] },
      },
    ]);
  });

  it('returns the codenames of a user', () => {
    const assignments = cache.get(text);
    expect(assignments.codenamesOf(1)).toEqual(['view_asset']);
    expect(assignments.codenamesOf(3)).toEqual([]);
    expect(assignments.codenamesOf(undefined)).toEqual([]);
  });

  it('returns identical arrays for identical JSON', () => {
    const subset = cache.get(text).visibleTo(new Set([2]));
    expect(subset.map(({ uid }) => uid)).toEqual(['pB']);
    expect(cache.get(text).visibleTo(new Set([2]))).toBe(subset);
    expect(cache.get(text).visibleTo('all')).toBe(cache.get(text).all);
    expect(cache.get(JSON.stringify([OWNER])).all).not.toBe(cache.get(text).all);
  });

  it('evicts the least recently used entry', () => {
    const first = cache.get(text);
    const textOf = (index: number) => JSON.stringify([[`p${index}`, 1, 'ann', 'view_asset', null]]);
    for (let index = 0; index < 1_999; index += 1) cache.get(textOf(index));
    expect(cache.get(text)).toBe(first);
    for (let index = 2_000; index < 4_000; index += 1) cache.get(textOf(index));
    expect(cache.get(text)).not.toBe(first);
  });
});
