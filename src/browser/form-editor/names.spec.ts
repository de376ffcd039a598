import { copyBlocks, moveBlocks, removeBlocks } from './block-edits';
import { placesWithChoice, renameChoice } from './choice-names';
import type { Place } from './expression-cells';
import type { ChoiceRow, FormContent, Row } from './form-content';
import { rename } from './form-edits';
import { placesLeftByName, placesReferringToRemoved, placesTornByMove } from './question-names';

const row = (type: string, name?: string, more: object = {}): Row => ({
  type,
  $kuid: name ?? type,
  ...(name !== undefined && { name }),
  ...more,
});
const choice = (list: string, name: string, more: object = {}): ChoiceRow => ({
  list_name: list,
  name,
  ...more,
});
const form = (survey: readonly Row[], more: object = {}): FormContent => ({
  survey,
  translations: [null],
  translated: ['label'],
  ...more,
});

const at = ({ survey }: FormContent, name: string): number => survey.findIndex((each) => each.name === name);
const cell = (content: FormContent, name: string, column: string): unknown =>
  content.survey[at(content, name)]![column];
const said = (places: readonly Place[]): unknown[] =>
  places.map((place) => (typeof place === 'string' ? place : place.name));

describe('the name of a question', () => {
  const PATHS = form(
    [
      row('text', 'a'),
      row('begin_group', 'g'),
      row('text', 'b', { relevant: "../../a = 'a' and /data/a != a" }),
      row('begin_repeat', 'r', { repeat_count: '../../a' }),
      row('text', 'c', { calculation: 'sum(../../r[b = ../../a]/c) + current()/../c + count(//a)' }),
      row('select_one', 's', {
        select_from_list_name: 'list',
        choice_filter: "a = current()/../../../a and instance('list')/root/item[a = 1]/a",
        trigger: '${a}',
      }),
      row('end_repeat'),
      row('note', 'n', { label: ['${a} ../a'], calculation: "jr:choice-name(../../a, '../../a')" }),
      row('end_group'),
      row('text', 'd', { default: 'n/a', constraint: "../x/a = 1 or . = '/data/a'" }),
    ],
    {
      settings: { instance_name: 'concat(../../a, ${a})', id_string: 'a' },
      entities: [{ list_name: 'a', label: 'concat(/data/a, ../../../a)' }],
    },
  );

  it('is followed by paths that lead to it, and by no other', () => {
    const renamed = rename(PATHS, 0, 'z');
    expect(cell(renamed, 'b', 'relevant')).toBe("../../z = 'a' and /data/z != a");
    expect(cell(renamed, 'r', 'repeat_count')).toBe('../../z');
    expect(cell(renamed, 'c', 'calculation')).toBe(
      'sum(../../r[b = ../../z]/c) + current()/../c + count(//z)',
    );
    expect(cell(renamed, 's', 'choice_filter')).toBe(
      "a = current()/../../../z and instance('list')/root/item[a = 1]/a",
    );
    expect(cell(renamed, 's', 'trigger')).toBe('${z}');
    expect(renamed.survey[7]).toMatchObject({
      label: ['${z} ../a'],
      calculation: "jr:choice-name(../../z, '../../z')",
    });
    expect(renamed.settings).toEqual({ instance_name: 'concat(../../z, ${z})', id_string: 'a' });
    expect(renamed['entities']).toEqual([{ list_name: 'a', label: 'concat(/data/z, ../../../z)' }]);
    expect(renamed.survey[9]).toBe(PATHS.survey[9]);
    expect(cell(renamed, 'd', 'constraint')).toBe("../x/a = 1 or . = '/data/a'");
    expect(cell(rename(PATHS, 3, 'rr'), 'c', 'calculation')).toContain('sum(../../rr[');
    expect(cell(rename(PATHS, 4, 'cc'), 'cc', 'calculation')).toContain('/cc) + current()/../cc +');
  });

  it('is left where a path leads to an unknown place, which is named', () => {
    expect(said(placesLeftByName(PATHS, 0, 'z'))).toEqual(['d']);
    expect(said(placesLeftByName(PATHS, at(PATHS, 'b'), 'z'))).toEqual([]);
  });

  it('is followed by nothing if another row has it already', () => {
    const swapped = rename(PATHS, 0, 'd');
    expect(cell(swapped, 'b', 'relevant')).toBe("../../a = 'a' and /data/a != a");
    expect(cell(swapped, 's', 'trigger')).toBe('${a}');
    expect(said(placesLeftByName(PATHS, 0, 'd'))).toEqual(
      expect.arrayContaining(['b', 'r', 's', 'n', 'settings: instance_name', 'entities']),
    );
  });

  it('is named where it is removed', () => {
    const left = removeBlocks(PATHS, new Set(['a']));
    expect(said(placesReferringToRemoved(PATHS, left))).toEqual([
      's',
      'n',
      'settings: instance_name',
      'b',
      'r',
      'c',
      'entities',
    ]);
    expect(placesReferringToRemoved(PATHS, removeBlocks(PATHS, new Set(['g'])))).toEqual([]);
  });

  it('is named where a path leads elsewhere after a move, but not after one back', () => {
    const moved = moveBlocks(PATHS, new Set(['b']), 0);
    expect(said(placesTornByMove(PATHS, moved))).toEqual(['b']);
    expect(placesTornByMove(moved, PATHS)).toEqual([]);
    expect(said(placesTornByMove(PATHS, moveBlocks(PATHS, new Set(['a']), 2)))).toEqual([
      'b',
      'r',
      'c',
      's',
      'n',
      'settings: instance_name',
      'entities',
    ]);
    expect(placesTornByMove(PATHS, moveBlocks(PATHS, new Set(['g']), 0))).toEqual([]);
  });

  it('is followed in copies by paths to rows that were copied too', () => {
    let number = 0;
    const { content } = copyBlocks(PATHS, new Set(['g']), () => `key${(number += 1)}`);
    expect(cell(content, 'b_2', 'relevant')).toBe("../../a = 'a' and /data/a != a");
    expect(cell(content, 'c_2', 'calculation')).toBe(
      'sum(../../r_2[b = ../../a]/c_2) + current()/../c_2 + count(//a)',
    );
  });

  it('is part of those that matrices and "other" generate', () => {
    const matrix = form(
      [
        row('begin_kobomatrix', 'm', { 'kobo--matrix_list': 'rows' }),
        row('integer', 'n'),
        row('end_kobomatrix'),
        row('select_one', 's', { select_from_list_name: 'l', _or_other: true }),
        row('note', 'said', { label: ['${m_east_side_n} ${s_other} ${m_west_n}'] }),
      ],
      { choices: [choice('rows', 'east side'), choice('rows', 'west')] },
    );
    expect(cell(rename(matrix, 0, 'mm'), 'said', 'label')).toEqual([
      '${mm_east_side_n} ${s_other} ${mm_west_n}',
    ]);
    expect(cell(rename(matrix, 1, 'nn'), 'said', 'label')).toEqual([
      '${m_east_side_nn} ${s_other} ${m_west_nn}',
    ]);
    expect(cell(rename(matrix, 3, 't'), 'said', 'label')).toEqual([
      '${m_east_side_n} ${t_other} ${m_west_n}',
    ]);
    expect(cell(renameChoice(matrix, 1, 'w'), 'said', 'label')).toEqual([
      '${m_east_side_n} ${s_other} ${m_w_n}',
    ]);
    expect(said(placesWithChoice(matrix, 1))).toEqual(['said']);
    expect(said(placesReferringToRemoved(matrix, removeBlocks(matrix, new Set(['n']))))).toEqual(['said']);
  });
});

describe('the name of a choice', () => {
  const select = (name: string, more: object = {}): Row =>
    row('select_one', name, { select_from_list_name: 'district', ...more });
  const CHOICES = form(
    [
      select('q', { default: 'old', constraint: ". != 'old'" }),
      row('select_multiple', 'm', { select_from_list_name: 'district', default: 'old new older' }),
      row('text', 'free', { relevant: "${q} = 'old' or selected( ${m} , \"old\") or 'old' != ${q}" }),
      row('text', 'other', { relevant: "${free} = 'old' or ${town} = 'old' or ${q} = 'older'" }),
      row('select_one', 'town', {
        select_from_list_name: 'town',
        choice_filter: "district = ${q} or district = 'old'",
      }),
      select('again', { choice_filter: "name != 'old' and name != ${q}" }),
      row('calculate', 'label', {
        calculation: "instance('district')/root/item[name = 'old']/label",
        relevant: "indexed-repeat(${q}, ${q}, 1) = 'old' and selected-at(${m}, 0) != 'old'",
      }),
      row('text', 'regex', { relevant: "regex(${q}, '^(old|new)$')" }),
      row('text', 'path', { relevant: "../q = 'old' and ${last-saved#q} = 'old' and ${m} = 'new old'" }),
      row('calculate', 'plain', { calculation: "if(${free} = '', 'old', 'x')" }),
    ],
    {
      choices: [
        choice('district', 'old'),
        choice('district', 'new'),
        choice('town', 'old', { district: 'old' }),
        choice('town', 'b', { district: 'new' }),
      ],
      settings: { instance_name: "if(${q} = 'old', 'x', 'y')" },
    },
  );

  it('is followed by conditions, defaults and cascades of its list, and by no other', () => {
    const renamed = renameChoice(CHOICES, 0, 'north');
    expect(cell(renamed, 'q', 'default')).toBe('north');
    expect(cell(renamed, 'q', 'constraint')).toBe(". != 'north'");
    expect(cell(renamed, 'm', 'default')).toBe('north new older');
    expect(cell(renamed, 'free', 'relevant')).toBe(
      "${q} = 'north' or selected( ${m} , \"north\") or 'north' != ${q}",
    );
    expect(renamed.survey[3]).toBe(CHOICES.survey[3]);
    expect(cell(renamed, 'again', 'choice_filter')).toBe("name != 'north' and name != ${q}");
    expect(cell(renamed, 'label', 'calculation')).toBe(
      "instance('district')/root/item[name = 'north']/label",
    );
    expect(cell(renamed, 'label', 'relevant')).toBe(
      "indexed-repeat(${q}, ${q}, 1) = 'north' and selected-at(${m}, 0) != 'north'",
    );
    expect(cell(renamed, 'path', 'relevant')).toBe(
      "../q = 'north' and ${last-saved#q} = 'north' and ${m} = 'new north'",
    );
    expect(cell(renamed, 'town', 'choice_filter')).toBe("district = ${q} or district = 'north'");
    expect(renamed.survey[9]).toBe(CHOICES.survey[9]);
    expect(renamed.choices).toEqual([
      choice('district', 'north'),
      choice('district', 'new'),
      choice('town', 'old', { district: 'north' }),
      choice('town', 'b', { district: 'new' }),
    ]);
    expect(renamed.settings).toEqual({ instance_name: "if(${q} = 'north', 'x', 'y')" });
    expect(said(placesWithChoice(CHOICES, 0, 'north'))).toEqual(['regex']);
  });

  it('follows numbers without quotes', () => {
    const numbers = form([select('q'), row('text', 't', { relevant: '${q} = 1 or ${q} > 1' })], {
      choices: [choice('district', '1')],
    });
    expect(cell(renameChoice(numbers, 0, '2'), 't', 'relevant')).toBe('${q} = 2 or ${q} > 1');
    expect(cell(renameChoice(numbers, 0, 'two'), 't', 'relevant')).toBe("${q} = 'two' or ${q} > 1");
  });

  it('is not followed by what is calculated with answers, which is named', () => {
    const sums = [
      '(${q} + number(${p})) = 2',
      '${q} = 2 + 1',
      '${q} = (1 + 2)',
      '2 * ${q} = 2',
      '${q} > 2',
      "if(${q} = 1, '2', 'x')",
    ];
    const others = ['count-selected(${m}) = 2', '${age} > 2 and ${q} = 1', '(${age} = 2) = ${q}'];
    const content = form(
      [
        ...[select('q'), select('p'), row('select_multiple', 'm', { select_from_list_name: 'district' })],
        row('integer', 'age'),
        ...[...sums, ...others].map((calculation) => row('calculate', calculation, { calculation })),
        row('text', 'set', { relevant: "selected('1 2 3', ${q}) and string(${q}) = '2' and (${q}) = 2" }),
        select('computed', { default: 'if(${age} > 2 and ${q} = 2, 1, 3)' }),
      ],
      { choices: [choice('district', '1'), choice('district', '2')] },
    );
    const renamed = renameChoice(content, 1, '7');
    for (const each of [...sums, ...others]) expect(cell(renamed, each, 'calculation')).toBe(each);
    expect(cell(renamed, 'set', 'relevant')).toBe(
      "selected('1 7 3', ${q}) and string(${q}) = '7' and (${q}) = 7",
    );
    expect(cell(renamed, 'computed', 'default')).toBe('if(${age} > 2 and ${q} = 7, 1, 3)');
    expect(said(placesWithChoice(content, 1, '7'))).toEqual(sums);
    expect(said(placesWithChoice(content, 1))).toEqual([...sums, 'set', 'computed']);
  });

  it('is left everywhere if no expression can quote the new one', () => {
    expect(renameChoice(CHOICES, 0, `a'b"c`).survey).toBe(CHOICES.survey);
  });

  it('is left everywhere if another choice of the list has the new one', () => {
    expect(renameChoice(CHOICES, 0, 'new').survey).toBe(CHOICES.survey);
    expect(said(placesWithChoice(CHOICES, 0, 'new'))).toEqual(said(placesWithChoice(CHOICES, 0)));
  });

  it('is named where it is removed', () => {
    expect(said(placesWithChoice(CHOICES, 0))).toEqual([
      'q',
      'free',
      'town',
      'again',
      'label',
      'regex',
      'path',
      'settings: instance_name',
      'm',
      'choices: town old',
    ]);
    expect(said(placesWithChoice(CHOICES, 2))).toEqual(['other']);
  });
});
