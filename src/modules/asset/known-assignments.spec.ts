import { KnownAssignments } from './known-assignments';

const OWNER = ['pA', 1, 'ann', 'view_asset', null];
const OTHER = ['pB', 2, 'ben', 'partial_submissions', { view_submissions: [{ _id: 1 }] }];

describe('assignments that are known', () => {
  const known = new KnownAssignments();
  const text = JSON.stringify([OWNER, OTHER]);

  it('are read from the text of the database', () => {
    expect(known.read(text).all).toEqual([
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

  it('tell what each user holds', () => {
    const assignments = known.read(text);
    expect(assignments.codenamesOf(1)).toEqual(['view_asset']);
    expect(assignments.codenamesOf(3)).toEqual([]);
    expect(assignments.codenamesOf(undefined)).toEqual([]);
  });

  it('are the same arrays as long as the text is', () => {
    const part = known.read(text).shownTo(new Set([2]));
    expect(part.map(({ uid }) => uid)).toEqual(['pB']);
    expect(known.read(text).shownTo(new Set([2]))).toBe(part);
    expect(known.read(text).shownTo('all')).toBe(known.read(text).all);
    expect(known.read(JSON.stringify([OWNER])).all).not.toBe(known.read(text).all);
  });

  it('make room when they are many, the longest unused first', () => {
    const first = known.read(text);
    const textOf = (index: number) => JSON.stringify([[`p${index}`, 1, 'ann', 'view_asset', null]]);
    for (let index = 0; index < 1_999; index += 1) known.read(textOf(index));
    expect(known.read(text)).toBe(first);
    for (let index = 2_000; index < 4_000; index += 1) known.read(textOf(index));
    expect(known.read(text)).not.toBe(first);
  });
});
