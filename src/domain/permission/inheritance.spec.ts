import type { Codename } from './codename';
import { inherit, type InheritedCodename } from './inheritance';

interface Case {
  readonly own?: Codename[];
  readonly inherited?: InheritedCodename[];
  readonly given?: Codename[];
  readonly denied?: Codename[];
}

describe('inherit', () => {
  it.each<[what: string, given: Case, own: Codename[], inherited: InheritedCodename[]]>([
    ['takes over viewing', { given: ['view_asset'] }, [], ['view_asset']],
    [
      'takes over changing with viewing, and nothing else',
      { given: ['view_asset', 'change_asset', 'manage_asset', 'discover_asset'] },
      [],
      ['change_asset', 'view_asset'],
    ],
    ['keeps what is its own', { own: ['view_asset'], given: ['view_asset'] }, ['view_asset'], []],
    [
      'adds to what is its own',
      { own: ['view_asset'], given: ['view_asset', 'change_asset'] },
      ['view_asset'],
      ['change_asset'],
    ],
    ['loses what is not given any more', { inherited: ['view_asset', 'change_asset'] }, [], []],
    [
      'keeps what its own needs',
      { own: ['view_submissions'], inherited: ['view_asset', 'change_asset'] },
      ['view_asset', 'view_submissions'],
      [],
    ],
    [
      'submits without seeing',
      { own: ['add_submissions'], inherited: ['view_asset'] },
      ['add_submissions'],
      [],
    ],
    [
      'does not get back what was taken',
      { given: ['view_asset', 'change_asset'], denied: ['change_asset'] },
      [],
      ['view_asset'],
    ],
    [
      'inherits nothing where seeing was taken',
      { given: ['view_asset', 'change_asset'], denied: ['view_asset'] },
      [],
      [],
    ],
  ])('%s', (_, { own = [], inherited = [], given = [], denied = [] }, expectedOwn, expectedInherited) => {
    const held = inherit(
      { own: new Set(own), inherited: new Set(inherited) },
      new Set(given),
      new Set(denied),
    );
    expect([...held.own].sort()).toEqual(expectedOwn);
    expect([...held.inherited].sort()).toEqual(expectedInherited);
  });
});
