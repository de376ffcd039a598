import { RecentFileBytes } from './quota.service';

const OWNED = { assetId: 1, ownerId: 2 };
const limit = (bytes: number) => ({ submissions: Infinity, bytes });
const recentOf = (project: number, owner = Infinity) =>
  new RecentFileBytes({ project: limit(project), owner: limit(owner) });

describe('RecentFileBytes', () => {
  it('finds a reading with what was added since, while a tenth of each limit stays free', () => {
    const recent = recentOf(1000, 2000);
    expect(recent.find(OWNED, 1)).toBeUndefined();
    recent.keep(OWNED, { project: 400, owner: 1600 });
    recent.add(OWNED, 100);
    expect(recent.find(OWNED, 100)).toEqual({ project: 500, owner: 1700 });
    expect(recent.find(OWNED, 101)).toBeUndefined();
  });

  it.each([
    [{ project: 900, owner: 900 }, undefined],
    [
      { project: 899, owner: 899 },
      { project: 899, owner: 899 },
    ],
  ])('reads anew near the limit of a project: %j', (use, found) => {
    const recent = recentOf(1000);
    recent.keep(OWNED, use);
    expect(recent.find(OWNED, 1)).toEqual(found);
  });

  it('keeps owners and projects apart', () => {
    const recent = recentOf(1000);
    recent.keep(OWNED, { project: 1, owner: 1 });
    expect(recent.find({ ...OWNED, assetId: 3 }, 1)).toBeUndefined();
    expect(recent.find({ ...OWNED, ownerId: 3 }, 1)).toBeUndefined();
  });

  it('adds nothing to what was not read', () => {
    const recent = recentOf(1000);
    recent.add(OWNED, 5);
    expect(recent.find(OWNED, 1)).toBeUndefined();
  });
});
