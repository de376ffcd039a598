import { type AssignmentViewer, visibleHolders } from './assignment-visibility';

const asset = { ownerId: 1, anonymousUserId: 2 };

describe('the assignments that a caller is shown', () => {
  it.each<[who: string, viewer: AssignmentViewer, inList: number[] | 'all', inAsset: number[] | 'all']>([
    ['a manager', { userId: 9, managesAsset: true }, 'all', 'all'],
    ['another viewer', { userId: 9, managesAsset: false }, [1, 2, 9], [1, 2, 9]],
    ['an anonymous caller', { managesAsset: false }, [1, 2], [1]],
  ])('for %s', (_who, viewer, inList, inAsset) => {
    const shown = (place: 'assignment-list' | 'asset'): number[] | 'all' => {
      const holders = visibleHolders(viewer, asset, place);
      return holders === 'all' ? 'all' : [...holders].sort();
    };
    expect(shown('assignment-list')).toEqual(inList);
    expect(shown('asset')).toEqual(inAsset);
  });
});
