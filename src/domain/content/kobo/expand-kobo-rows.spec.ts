import { Content } from '../content';
import { sourceRowOf } from '../form-problem';
import { standardiseContent } from '../standard/standardise-content';
import { expandKoboRows, validContent } from './expand-kobo-rows';

function contentOf(survey: object[], choices: object[] = []): Content {
  return standardiseContent({ survey, choices }, { assetType: 'survey', random: Math.random });
}

/** Rows without `$` keys. */
function plain(content: Content): object[] {
  return content.survey.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([key]) => !key.startsWith('$'))),
  );
}

describe('expandKoboRows', () => {
  it('returns content without Kobo rows unchanged', () => {
    const content = contentOf([{ type: 'text', name: 'a' }]);
    expect(expandKoboRows(content)).toBe(content);
  });

  it('expands a score to a group of selects under a heading', () => {
    const scale = { 'kobo--score-choices': 'l' };
    const select = { type: 'select_one', select_from_list_name: 'l' };
    const item = { ...select, required: true };
    const content = contentOf([
      { type: 'begin score', name: 's', label: 'Rate', required: 'yes', relevant: '${a} = 1', ...scale },
      { type: 'score__row', label: 'Food' },
      { type: 'score__row', name: 'b', label: 'Drink', appearance: 'list' },
      { type: 'end score' },
      { type: 'text', name: 'after' },
    ]);
    const expanded = expandKoboRows(content);
    expect(plain(expanded)).toEqual([
      { type: 'begin_group', name: 's', appearance: 'field-list', relevant: '${a} = 1' },
      { ...select, name: 's_header', appearance: 'label', label: ['Rate'] },
      { ...item, name: 'Food', appearance: 'list-nolabel', label: ['Food'] },
      { ...item, name: 'b', appearance: 'list', label: ['Drink'] },
      { type: 'end_group' },
      { type: 'text', name: 'after' },
    ]);
    expect(expanded.survey.map((row) => row.$xpath).join()).toBe('s,s/s_header,s/Food,s/b,,after');
    expect(content.survey[0]?.type).toBe('begin_score');
  });

  it('expands a rank to a group of selects that must differ', () => {
    const message = { 'kobo--rank-constraint-message': 'Different!' };
    const content = contentOf([
      { type: 'begin rank', name: 'r', label: 'Rank', 'kobo--rank-items': 'l', ...message },
      { type: 'rank__level', name: 'a', label: '1st' },
      { type: 'rank__level', name: 'b', label: '2nd', required: true },
      { type: 'rank__level', name: 'c', label: '3rd', appearance: 'quick' },
      { type: 'end rank' },
    ]);
    const select = { type: 'select_one', select_from_list_name: 'l' };
    const level = { ...select, required: true, constraint_message: 'Different!' };
    const third = '${c} != ${a} and ${c} != ${b}';
    expect(plain(expandKoboRows(content))).toEqual([
      { type: 'begin_group', name: 'r', appearance: 'field-list' },
      { type: 'note', name: 'r_label', label: ['Rank'] },
      { ...level, name: 'a', label: ['1st'], appearance: 'minimal' },
      { ...level, name: 'b', label: ['2nd'], appearance: 'minimal', constraint: '${b} != ${a}' },
      { ...level, name: 'c', label: ['3rd'], appearance: 'quick', constraint: third },
      { type: 'end_group' },
    ]);
  });

  it('expands a matrix to a grid: a heading, then a group of questions per choice', () => {
    const logic = { relevant: "${has} = 'y' and ${other} = 1", constraint: '. > 0' };
    const content = contentOf(
      [
        { type: 'begin kobomatrix', name: 'm', label: 'Items', 'kobo--matrix_list': 'items' },
        { type: 'select_one yn', name: 'has', label: 'Has it', required: true, hint: 'gone' },
        { type: 'integer', name: 'n', label: 'How many', appearance: 'w1', ...logic },
        { type: 'end kobomatrix' },
      ],
      [
        { list_name: 'items', name: 'bed', label: 'Bed' },
        { list_name: 'yn', name: 'y', label: 'Yes' },
        { list_name: 'items', name: 'big pot', label: 'Pot' },
      ],
    );
    const group = (name: string, choice: string, label: string) => [
      { type: 'begin_group', name: `m_${name}`, appearance: 'w4' },
      { type: 'note', name: `m_${name}_note`, appearance: 'w1', label: [`##### ${label}`] },
      {
        type: 'select_one',
        name: `m_${name}_has`,
        select_from_list_name: 'yn',
        appearance: 'w2 horizontal-compact',
        required: true,
        label: [`<span style="display:none">${choice}-Has it</span>`],
      },
      {
        type: 'integer',
        name: `m_${name}_n`,
        appearance: 'w1 no-label',
        required: false,
        label: [`<span style="display:none">${choice}-How many</span>`],
        relevant: `\${m_${name}_has} = 'y' and \${other} = 1`,
        constraint: '. > 0',
      },
      { type: 'end_group' },
    ];
    expect(plain(expandKoboRows(content))).toEqual([
      { type: 'begin_group', name: 'm_header', appearance: 'w4' },
      { type: 'note', name: 'm_header_note', appearance: 'w1', label: ['**Items**'] },
      { type: 'note', name: 'm_header_has', appearance: 'w2', label: ['**Has it**'] },
      { type: 'note', name: 'm_header_n', appearance: 'w1', label: ['**How many**'] },
      { type: 'end_group' },
      ...group('bed', 'bed', 'Bed'),
      ...group('big_pot', 'big pot', 'Pot'),
    ]);
  });

  it('expands each translation separately', () => {
    const content = contentOf(
      [
        { type: 'begin kobomatrix', name: 'm', 'label::en': 'M', 'label::fr': 'N', 'kobo--matrix_list': 'l' },
        { type: 'text', name: 't', 'label::en': 'T' },
        { type: 'end kobomatrix' },
      ],
      [{ list_name: 'l', name: 'c', 'label::fr': 'C' }],
    );
    const labels = expandKoboRows(content).survey.map((row) => row.label);
    expect(labels.slice(1, 3)).toEqual([
      ['**M**', '**N**'],
      ['**T**', null],
    ]);
    expect(labels.slice(5, 7)).toEqual([
      [null, '##### C'],
      ['<span style="display:none">c-T</span>', null],
    ]);
  });

  it.each([
    [
      'without an end',
      [
        { type: 'begin score', name: 's' },
        { type: 'text', name: 'a' },
      ],
    ],
    ['ended by another kind', [{ type: 'begin score', name: 's' }, { type: 'end rank' }]],
    [
      'opened inside another',
      [
        { type: 'begin score', name: 's' },
        { type: 'begin rank', name: 'r' },
      ],
    ],
  ])('leaves a block %s to the compiler', (_name, survey) => {
    const content = contentOf(survey);
    expect(plain(expandKoboRows(content))).toEqual(plain(content));
  });

  it.each([
    [
      'ranking',
      [
        { type: 'begin rank', name: 'r' },
        ...Array.from({ length: 201 }, () => ({ type: 'rank__level' })),
        { type: 'end rank' },
      ],
      [],
    ],
    [
      'matrix',
      [
        { type: 'begin kobomatrix', name: 'm', 'kobo--matrix_list': 'l' },
        ...Array.from({ length: 101 }, () => ({ type: 'text' })),
        { type: 'end kobomatrix' },
      ],
      Array.from({ length: 200 }, (_, i) => ({ list_name: 'l', name: `c${i}` })),
    ],
  ])('rejects a %s with too many rows', (_name, survey, choices) => {
    expect(() => expandKoboRows(contentOf(survey, choices))).toThrow(/^survey, row 2: a .* has at most/);
  });

  it('keeps questions of other types inside a block, and reads types with spaces', () => {
    const survey = [
      { type: 'begin rank', name: 'r' },
      { type: 'note', name: 'n' },
      { type: 'rank__level', name: 'a' },
      { type: 'end rank' },
    ];
    const expanded = expandKoboRows(contentOf(survey)).survey.map((row) => row.type);
    expect(expanded).toEqual(['begin_group', 'note', 'note', 'select_one', 'end_group']);
    const asTyped = { ...contentOf([]), survey };
    expect(expandKoboRows(asTyped).survey.map((row) => row.type)).toEqual(expanded);
  });

  it('keeps the source row of each row', () => {
    const content = contentOf([
      { type: 'text', name: 'a' },
      { type: 'begin rank', name: 'r', label: 'R' },
      { type: 'rank__level', name: 'b' },
      { type: 'end rank' },
      { type: 'text', name: 'c' },
    ]);
    expect(expandKoboRows(content).survey.map(sourceRowOf)).toEqual([2, 3, 3, 4, 5, 6]);
  });
});

const validContentOf = (survey: object[], choices: object[] = []): Content =>
  standardiseContent({ survey, choices }, { assetType: 'survey', random: Math.random });

describe('validContent', () => {
  it('returns the same object if no rows are to be expanded', () => {
    const content = validContentOf([{ type: 'text', name: 'a', label: 'A' }]);
    expect(validContent(content)).toBe(content);
  });

  it('keeps the $ keys of the source row on questions, and omits them on generated groups', () => {
    const content = validContentOf([
      { type: 'begin_group', name: 'g', label: 'G' },
      { type: 'begin_score', name: 's', label: 'Rate', 'kobo--score-choices': 'l' },
      { type: 'score__row', name: 'a', label: 'Food' },
      { type: 'end_score' },
      { type: 'end_group' },
    ]);
    const [group, score, food, , end] = content.survey.map(({ $kuid, $autoname, $xpath }) => ({
      $kuid,
      ...($autoname !== undefined && { $autoname, $xpath }),
    }));
    const select = { type: 'select_one', select_from_list_name: 'l' };
    expect(validContent(content).survey).toEqual([
      { type: 'begin_group', name: 'g', label: ['G'], ...group },
      { type: 'begin_group', name: 's', appearance: 'field-list' },
      { ...select, name: 's_header', appearance: 'label', label: ['Rate'], ...score },
      { ...select, name: 'a', appearance: 'list-nolabel', label: ['Food'], ...food },
      { type: 'end_group' },
      { type: 'end_group', ...end },
    ]);
  });
});
