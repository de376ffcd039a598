import { cpuTimeOf } from '../../../../test/measure/cpu-time';
import { Choice, SurveyRow } from '../content';
import { assignNames, assignValues, slugify, assignPaths } from './row-names';
import { InvalidError } from '../../errors';
import { FormProblem } from '../form-problem';

describe('slugify', () => {
  it.each([
    ['What is your name?', 'What_is_your_name'],
    [
      'A group with a long label that is certainly over forty characters',
      'A_group_with_a_long_ver_forty_characters',
    ],
    ['  spaced  out ', 'spaced_out'],
    ['2nd visit', '_2nd_visit'],
    ['a--b', 'a_b'],
    ['Âge du chef', '_ge_du_chef'],
    ['ما اسمك', '_'],
    ['😀', ''],
    ['', ''],
    ['x'.repeat(40), 'x'.repeat(40)],
    ['x'.repeat(41), `${'x'.repeat(20)}_${'x'.repeat(20)}`],
  ])('%s -> %s', (label, expected) => {
    expect(slugify(label)).toBe(expected);
  });
});

function namesOf(given: SurveyRow[]): (string | undefined)[] {
  const rows = given.map((row) => ({ ...row }));
  assignNames(rows);
  return rows.map((row) => row.$autoname);
}

describe('assignNames', () => {
  const named = (name: string): SurveyRow => ({ type: 'text', name });
  const asked: SurveyRow = { type: 'text', label: ['What is your name?'] };

  it.each<[string, SurveyRow[], (string | undefined)[]]>([
    ['keeps given names, duplicates too', [named('a'), named('a')], ['a', 'a']],
    [
      'numbers equal labels',
      [asked, asked, asked],
      ['What_is_your_name', 'What_is_your_name_001', 'What_is_your_name_002'],
    ],
    [
      'avoids given names that come later, letter case ignored',
      [asked, named('WHAT_is_your_name')],
      ['What_is_your_name_001', 'WHAT_is_your_name'],
    ],
    ['uses the first label that is not empty', [{ type: 'text', label: [null, ' ', 'Nom'] }], ['Nom']],
    ['falls back to type and key', [{ type: 'text', label: ['ما اسمك'], $kuid: 'abc' }], ['text_abc']],
    ['names score rows after select_one', [{ type: 'score__row', $kuid: 'abc' }], ['select_one_abc']],
    ['names an audit audit', [{ type: 'audit', $kuid: 'abc' }], ['audit']],
    ['leaves end rows without a name', [{ type: 'end_group', name: 'g', $autoname: 'old' }], [undefined]],
  ])('%s', (_name, rows, expected) => {
    expect(namesOf(rows)).toEqual(expected);
  });

  it('takes linear time when every label is the same', async () => {
    const rows = Array.from({ length: 50_000 }, () => ({ type: 'text', label: ['same'] }));
    const taken = await cpuTimeOf(() => expect(namesOf(rows).at(-1)).toBe('same_49999'));
    expect(taken).toBeLessThan(3000);
  });
});

describe('assignValues', () => {
  it('keeps letter case and punctuation, and is unique within a list', () => {
    const choices: Choice[] = [
      { list_name: 'a', name: '1', label: ['One'] },
      { list_name: 'a', label: ['Oui, bien sûr'] },
      { list_name: 'a', label: ['Oui, bien sûr'] },
      { list_name: 'b', label: ['Oui, bien sûr'] },
      { list_name: 'b', $kuid: 'k' },
    ];
    assignValues(choices);
    expect(choices.map((choice) => choice.$autovalue)).toEqual([
      '1',
      'Oui,_bien_sûr',
      'Oui,_bien_sûr_001',
      'Oui,_bien_sûr',
      'option_k',
    ]);
  });
});

function pathsOf(rows: SurveyRow[]): { paths: (string | undefined)[]; problems: FormProblem[] } {
  const problems: FormProblem[] = [];
  assignPaths(rows, problems);
  return { paths: rows.map((row) => row.$xpath), problems };
}

describe('assignPaths', () => {
  it('joins the names of groups, repeats and scores, not of ranks and matrices', () => {
    const rows = [
      ['text', 'a', 'a'],
      ['begin_group', 'g', 'g'],
      ['begin_repeat', 'r', 'g/r'],
      ['text', 'b', 'g/r/b'],
      ['end_repeat', ''],
      ['begin_score', 's', 'g/s'],
      ['score__row', 'c', 'g/s/c'],
      ['end_score', ''],
      ['begin_rank', 'k', 'g/k'],
      ['rank__level', 'd', 'g/d'],
      ['end_rank', ''],
      ['begin_kobomatrix', 'm', 'g/m'],
      ['text', 'e', 'g/e'],
      ['end_kobomatrix', ''],
      ['end_group', ''],
      ['text', 'f', 'f'],
    ];
    const { paths } = pathsOf(rows.map(([type = '', $autoname = '']) => ({ type, $autoname })));
    expect(paths).toEqual(rows.map(([, , path]) => path));
  });

  it('tolerates an end without a begin', () => {
    expect(pathsOf([{ type: 'end_group' }, { type: 'text', $autoname: 'a' }]).paths).toEqual([
      undefined,
      'a',
    ]);
  });

  it('reports nesting of more than 100 levels', () => {
    const rows = Array.from({ length: 102 }, (_, i) => ({ type: 'begin_group', $autoname: `g${i}` }));
    expect(pathsOf(rows.slice(0, 100)).problems).toEqual([]);
    expect(pathsOf(rows).problems).toHaveLength(1);
  });

  it('rejects paths of too many characters', () => {
    const rows = [{ type: 'begin_group', $autoname: 'g'.repeat(1_000_000) }];
    for (let i = 0; i < 60; i++) rows.push({ type: 'text', $autoname: 'x' });
    expect(() => pathsOf(rows)).toThrow(InvalidError);
  });
});
