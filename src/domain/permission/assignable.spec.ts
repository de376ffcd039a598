import {
  type AssignmentViewer,
  visibleHolders,
  inheritPermissions,
  type InheritableCodename,
} from './assignable';
import type { Codename } from './codename';

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

interface Case {
  readonly own?: Codename[];
  readonly inherited?: InheritableCodename[];
  readonly parent?: Codename[];
  readonly denied?: Codename[];
}

describe('inheritPermissions', () => {
  it.each<[behaviour: string, input: Case, own: Codename[], inherited: InheritableCodename[]]>([
    ['inherits view_asset', { parent: ['view_asset'] }, [], ['view_asset']],
    [
      'inherits change_asset and view_asset only',
      { parent: ['view_asset', 'change_asset', 'manage_asset', 'discover_asset'] },
      [],
      ['change_asset', 'view_asset'],
    ],
    ['keeps own permissions', { own: ['view_asset'], parent: ['view_asset'] }, ['view_asset'], []],
    [
      'adds to own permissions',
      { own: ['view_asset'], parent: ['view_asset', 'change_asset'] },
      ['view_asset'],
      ['change_asset'],
    ],
    ['drops permissions that the collection lost', { inherited: ['view_asset', 'change_asset'] }, [], []],
    [
      'makes inherited permissions own when own ones imply them',
      { own: ['view_submissions'], inherited: ['view_asset', 'change_asset'] },
      ['view_asset', 'view_submissions'],
      [],
    ],
    [
      'drops view_asset when no own permission implies it',
      { own: ['add_submissions'], inherited: ['view_asset'] },
      ['add_submissions'],
      [],
    ],
    [
      'does not inherit a denied permission',
      { parent: ['view_asset', 'change_asset'], denied: ['change_asset'] },
      [],
      ['view_asset'],
    ],
    [
      'inherits nothing when view_asset is denied',
      { parent: ['view_asset', 'change_asset'], denied: ['view_asset'] },
      [],
      [],
    ],
  ])('%s', (_, { own = [], inherited = [], parent = [], denied = [] }, expectedOwn, expectedInherited) => {
    const held = inheritPermissions(
      { own: new Set(own), inherited: new Set(inherited) },
      new Set(parent),
      new Set(denied),
    );
    expect([...held.own].sort()).toEqual(expectedOwn);
    expect([...held.inherited].sort()).toEqual(expectedInherited);
  });
});
