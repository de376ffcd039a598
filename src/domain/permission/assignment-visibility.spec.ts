import { type AssignmentViewer, visibleHolders } from './assignment-visibility';

const asset = { ownerId: 1, anonymousUserId: 2 };

describe('visibleHolders', () => {
  it.each<[caller: string, viewer: AssignmentViewer, inList: number[] | 'all', inAsset: number[] | 'all']>([
    ['a manager', { userId: 9, managesAsset: true }, 'all', 'all'],
    ['another viewer', { userId: 9, managesAsset: false }, [1, 2, 9], [1, 2, 9]],
    ['an anonymous caller', { managesAsset: false }, [1, 2], [1]],
  ])('for %s', (_caller, viewer, inList, inAsset) => {
    const visible = (context: 'assignment-list' | 'asset'): number[] | 'all' => {
      const holders = visibleHolders(viewer, asset, context);
      return holders === 'all' ? 'all' : [...holders].sort();
    };
    expect(visible('assignment-list')).toEqual(inList);
    expect(visible('asset')).toEqual(inAsset);
  });
});
