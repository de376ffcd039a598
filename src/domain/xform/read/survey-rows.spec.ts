import { cpuTimeOf } from '../../../../test/measure/cpu-time';
import { renameRows, TypedRow, Languages } from './survey-rows';

const row = (name: string | undefined, type = 'text', index = 0): TypedRow => ({
  row: index + 2,
  type,
  cells: name === undefined ? { type } : { type, name },
});

const NONE: ReadonlySet<string> = new Set();

describe('renameRows', () => {
  it('renames duplicate and invalid names and returns the renamed rows', () => {
    const names = ['a', 'a', 'a_001', '2 b', 'data'];
    const { rows, renamed } = renameRows(
      names.map((name, index) => row(name, 'text', index)),
      'data',
      NONE,
    );
    expect(rows.map(({ cells }) => cells['name'])).toEqual(['a', 'a_001', 'a_001_001', '_2_b', 'data_001']);
    expect(renamed).toEqual([
      { row: 3, from: 'a', to: 'a_001' },
      { row: 4, from: 'a_001', to: 'a_001_001' },
      { row: 5, from: '2 b', to: '_2_b' },
      { row: 6, from: 'data', to: 'data_001' },
    ]);
  });

  it('takes linear time for many rows of one name', async () => {
    const same = Array.from({ length: 20_000 }, (_, index) => row('q', 'text', index));
    const elapsedMs = await cpuTimeOf(() => {
      const { rows } = renameRows(same, 'data', NONE);
      expect(new Set(rows.map(({ cells }) => cells['name'])).size).toBe(20_000);
    });
    expect(elapsedMs).toBeLessThan(3_000);
  });

  it('keeps equal names in different groups', () => {
    const rows = [
      row('name'),
      row('head', 'begin_group'),
      row('name'),
      row('name'),
      row(undefined, 'end_group'),
      row('member', 'begin_repeat'),
      row('name'),
      row('head', 'begin_group'),
      row(undefined, 'end_group'),
      row(undefined, 'end_repeat'),
      row('name'),
    ];
    const { rows: named } = renameRows(rows, 'data', NONE);
    const names = named.flatMap(({ cells }) => (cells['name'] === undefined ? [] : [cells['name']]));
    expect(names).toEqual(['name', 'head', 'name', 'name_001', 'member', 'name', 'head', 'name_001']);
  });

  it('renames equal names in different groups if a reference would have a choice', () => {
    const rows = [row('name'), row('head', 'begin_group'), row('name'), row(undefined, 'end_group')];
    expect(renameRows(rows, 'data', new Set(['name'])).renamed).toEqual([
      { row: 2, from: 'name', to: 'name_001' },
    ]);
  });

  it('does not rename ends, audits and rows without a name', () => {
    const rows = [
      row('audit', 'audit'),
      row('audit', 'text'),
      row(undefined),
      row('x', 'end_group'),
      row('x'),
    ];
    expect(renameRows(rows, 'data', NONE)).toEqual({ rows, renamed: [] });
  });
});

describe('Languages', () => {
  const names: [string, (string | null)[], string | undefined, string[]][] = [
    ['no translations', [], undefined, ['default']],
    ['one without a language', [null], undefined, ['default']],
    ['named ones', ['en', 'fr'], undefined, ['en', 'fr']],
    ['a plain one beside a named one', [null, 'fr'], undefined, ['default', 'fr']],
    ['the plain one named by the default language', [null, 'fr'], 'en', ['en', 'fr']],
    ['the plain one and the default language itself', [null, 'en'], 'en', ['en']],
  ];
  it.each(names)('%s', (_, translations, defaultLanguage, expected) => {
    expect(new Languages(translations, defaultLanguage).names).toEqual(expected);
  });

  it('reads a text only in the column without a language as plain', () => {
    const languages = new Languages([null, 'fr'], undefined);
    expect(languages.read(['a', null])).toBe('a');
    expect(languages.read(['a', 'b'])).toEqual(['a', 'b']);
    expect(languages.read([null, 'b'])).toEqual([null, 'b']);
    expect(languages.read([null, null])).toBeUndefined();
    expect(languages.read('a')).toBe('a');
  });

  it('prefers the column of the default language to the one without a language', () => {
    const languages = new Languages([null, 'en', 'fr'], 'en');
    expect(languages.read(['plain', 'named', null])).toEqual(['named', null]);
    expect(languages.read(['plain', null, 'fr'])).toEqual(['plain', 'fr']);
  });

  it('assigns a plain text to the default language, or to all without a default', () => {
    expect(new Languages([null, 'fr'], undefined).perLanguage('a')).toEqual(['a', null]);
    expect(new Languages(['en', 'fr'], undefined).perLanguage('a')).toEqual(['a', 'a']);
  });

  it('ignores entries beyond the translations', () => {
    expect(new Languages([null], undefined).read(['a', 'b'])).toEqual(['a']);
  });
});
