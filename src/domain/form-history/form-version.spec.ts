import { findVersion, namedVersions } from './form-version';

const versions = [{ uid: 'v1' }, { uid: 'v2', aliases: ['old2', 'older2'] }, { uid: 'v3' }];

describe('the version of a submission', () => {
  it.each<[why: string, named: string[], expected: string]>([
    ['the one that it names', ['v1'], 'v1'],
    ['the one that it names by an alias', ['older2'], 'v2'],
    ['the newest of those that it names, whatever their order', ['v2', 'v1'], 'v2'],
    ['the newest when it names none', [], 'v3'],
    ['the newest when it names none that is known', ['v9'], 'v3'],
    ['a known one beside an unknown one', ['v9', 'v1'], 'v1'],
  ])('is %s', (_why, named, expected) => {
    expect(findVersion(versions, named)?.uid).toBe(expected);
  });

  it('is undefined without versions', () => {
    expect(findVersion([], ['v1'])).toBeUndefined();
  });

  it('is named under any key of that kind', () => {
    const answers = {
      __version__: 'v3',
      'g/_version__001': 'v1',
      _version_: 'v2',
      version: 'v0',
      g_version_: [{}],
    };
    expect(namedVersions(answers)).toEqual(['v3', 'v1', 'v2']);
  });
});
