import { readingOf, type VersionFacts, versionNamed } from './version-reading';

const facts = (more: Partial<VersionFacts>): VersionFacts => ({
  version: null,
  questions: [],
  repeatPaths: [],
  geopointPaths: [],
  fileQuestions: [],
  ...more,
});
const questions = (...paths: string[]) => ({ questions: paths.map((path) => ({ path, type: null })) });

describe('readingOf', () => {
  const repeat = facts({ repeatPaths: ['kids'], ...questions('kids/kn') });
  const group = facts(questions('kids/kn'));
  const renamed = facts({ repeatPaths: ['children'], ...questions('children/kn') });

  it.each([
    ['the kind of its own version, though the newest has a group', repeat, [group], ['kids']],
    ['the kind of its own version, though the newest has a repeat', group, [repeat], []],
    ['what its version lacks as another has it', group, [renamed], ['children']],
    ['what its version lacks as the newest that has it', facts({}), [group, repeat], []],
  ])('reads %s', (_, own, others, expected) => {
    expect([...readingOf(own, others).repeatPaths]).toEqual(expected);
  });

  it('reads geo points and files of other versions, unless the node is another question of its own', () => {
    const own = facts(questions('photo', 'place'));
    const other = facts({
      ...questions('photo', 'place', 'point', 'sound'),
      geopointPaths: ['place', 'point'],
      fileQuestions: [
        { path: 'photo', kind: 'image' },
        { path: 'sound', kind: 'background-audio' },
      ],
    });
    const { geoPaths, filePaths, recordedPaths } = readingOf(own, [other]);
    expect([[...geoPaths], [...filePaths], [...recordedPaths]]).toEqual([['point'], ['sound'], ['sound']]);
  });
});

describe('versionNamed', () => {
  const form = { uids: ['v3', 'v2', 'v1'], uidsByLabel: new Map([['2 (2026)', 'v2']]) };

  it.each([
    ['the newest that the answers name', ['v1', 'v2'], undefined, 'v3', 'v2'],
    ['that of its label', ['other'], '2 (2026)', 'v1', 'v2'],
    ['the stored one', [], '1', 'v1', 'v1'],
    ['the newest of the form', [], undefined, 'gone', 'v3'],
  ])('is %s', (_, versionUids, formVersion, stored, expected) => {
    expect(versionNamed(form, { versionUids, formVersion }, stored)).toBe(expected);
  });

  it('is null for a form without versions', () => {
    const none = { uids: [], uidsByLabel: new Map<string, string>() };
    expect(versionNamed(none, { versionUids: ['v1'], formVersion: '1' })).toBeNull();
  });
});
