import { addChoices, moveChoice, nameOf, readLines, removeChoice, setChoiceLabel } from './choice-edits';
import { renameChoice } from './choice-names';
import { endOfBlock, type FormContent, labelOf, outlineOf, type Row } from './form-content';
import { copyBlocks, moveBlocks, moveBlocksBy, removeBlocks } from './block-edits';
import { addRow, changeType, rename, setCell, setText } from './form-edits';
import { History } from './history';
import { cellsReferringTo, freeName, rowsReferringTo } from './references';

let keys = 0;
const makeKey = (): string => `new${(keys += 1)}`;
beforeEach(() => {
  keys = 0;
});

const row = (type: string, name?: string, more: object = {}): Row => ({
  type,
  $kuid: name ?? type,
  ...(name !== undefined && { name }),
  ...more,
});

const FORM: FormContent = {
  schema: '1',
  survey: [
    row('text', 'a', { label: ['A', null], $autoname: 'a', $xpath: 'a', 'my column': 'x' }),
    row('begin_group', 'g', { label: ['G', 'Gé'] }),
    row('integer', 'b', { relevant: "${a} = 'x' and ${ab} != ''" }),
    row('end_group'),
    row('select_one', 'c', { select_from_list_name: 'list', label: ['Is ${a} ok?', null] }),
  ],
  choices: [
    { list_name: 'list', name: 'yes', label: ['Yes', 'Oui'], place: '${a}' },
    { list_name: 'other', name: 'o', label: ['O', null] },
    { list_name: 'list', name: 'no', label: ['No', 'Non'] },
  ],
  settings: { instance_name: 'concat(${a}, ${last-saved#a})' },
  translations: [null, 'French (fr)'],
  translated: ['label'],
  'my sheet': [{ any: 'thing' }],
};

const names = ({ survey }: FormContent): string => survey.map(({ name, type }) => name ?? type).join(' ');

const keysOf = (...keys: string[]): ReadonlySet<string> => new Set(keys);

it('nests rows in their groups', () => {
  expect(outlineOf(FORM.survey).map(({ row: { name }, depth }) => [name, depth])).toEqual([
    ['a', 0],
    ['g', 0],
    ['b', 1],
    ['c', 0],
  ]);
  expect(endOfBlock(FORM.survey, 1)).toBe(3);
  expect(endOfBlock([row('begin_group', 'open'), row('text', 'x')], 0)).toBe(0);
});

it('shows the label of a language, else another one, else the name', () => {
  expect(labelOf(FORM.survey[1]!, 1)).toBe('Gé');
  expect(labelOf(FORM.survey[0]!, 1)).toBe('A');
  expect(labelOf(FORM.survey[2]!, 0)).toBe('b');
});

describe('a cell', () => {
  it('changes alone, and everything else stays the same object', () => {
    const edited = setText(FORM, 0, { column: 'label', language: 1, text: 'Á' });
    expect(edited.survey[0]).toEqual({ ...FORM.survey[0], label: ['A', 'Á'] });
    expect(edited.survey.slice(1).every((each, at) => each === FORM.survey[at + 1])).toBe(true);
    expect(edited.choices).toBe(FORM.choices);
    expect(edited['my sheet']).toBe(FORM['my sheet']);
  });

  it('is removed when it is emptied', () => {
    expect(setCell(FORM, 2, 'relevant', '').survey[2]).not.toHaveProperty('relevant');
    expect(setText(FORM, 0, { column: 'label', language: 0, text: '' }).survey[0]).not.toHaveProperty(
      'label',
    );
  });

  it('lists a column with its first translated text', () => {
    const edited = setText(FORM, 0, { column: 'hint', language: 1, text: 'Aide' });
    expect(edited.survey[0]!['hint']).toEqual([null, 'Aide']);
    expect(edited.translated).toEqual(['hint', 'label']);
  });

  it('stays plain in a column without translations', () => {
    const edited = setText(FORM, 0, { column: 'constraint_message', language: 0, text: 'No' });
    expect(edited.survey[0]!['constraint_message']).toBe('No');
    expect(edited.translated).toBe(FORM.translated);
  });
});

describe('a new name', () => {
  it('is followed by all references, and by nothing else', () => {
    const { survey, choices, settings } = rename(FORM, 0, 'renamed');
    expect(survey[0]).toEqual({
      type: 'text',
      $kuid: 'a',
      name: 'renamed',
      label: ['A', null],
      'my column': 'x',
    });
    expect(survey[2]!['relevant']).toBe("${renamed} = 'x' and ${ab} != ''");
    expect(survey[4]!['label']).toEqual(['Is ${renamed} ok?', null]);
    expect(choices![0]!['place']).toBe('${renamed}');
    expect(settings).toEqual({ instance_name: 'concat(${renamed}, ${last-saved#renamed})' });
    expect(survey[1]).toBe(FORM.survey[1]);
  });

  it('is not followed while another row has the former one', () => {
    const twice = { ...FORM, survey: [...FORM.survey, row('text', 'a')] };
    expect(rename(twice, 0, 'renamed').survey[2]).toBe(FORM.survey[2]);
  });

  it('takes signs of replacement patterns as they are', () => {
    expect(rename(FORM, 0, "$&$'").survey[2]!['relevant']).toContain("${$&$'}");
  });
});

it('finds rows that refer to a name', () => {
  expect(rowsReferringTo(FORM.survey, ['a']).map(({ name }) => name)).toEqual(['b', 'c']);
  expect(rowsReferringTo(FORM.survey, ['c'])).toEqual([]);
});

it('finds choices, settings and sheets that refer to a name', () => {
  const form = { ...FORM, entities: [{ label: '${b}' }] };
  expect(cellsReferringTo(form, ['a'])).toEqual(['choices: list yes', 'settings: instance_name']);
  expect(cellsReferringTo(form, ['b', 'c'])).toEqual(['entities']);
});

it('finds a free name', () => {
  expect(freeName(FORM, 'new')).toBe('new');
  expect(freeName(FORM, 'A')).toBe('A_2');
  expect(freeName({ ...FORM, survey: [row('text', 'q_1'), row('text', 'q_2')] }, 'q_1')).toBe('q_3');
});

describe('structure', () => {
  it('adds a question behind another, into a group, and at the end', () => {
    const add = (after: number): string =>
      names(addRow(FORM, after, { type: 'text', name: 'new', makeKey }).content);
    expect(add(0)).toBe('a new g b end_group c');
    expect(add(1)).toBe('a g new b end_group c');
    expect(add(-1)).toBe('a g b end_group c new');
  });

  it('adds a group with its end, and a select with a list of its own', () => {
    expect(names(addRow(FORM, 0, { type: 'begin_repeat', name: 'r', makeKey }).content)).toBe(
      'a r end_repeat g b end_group c',
    );
    const { content, index } = addRow(FORM, 0, { type: 'select_one', name: 'list', makeKey });
    expect(content.survey[index]).toMatchObject({ name: 'list', select_from_list_name: 'list_2' });
  });

  it('gives a select a list of its own beside one that has no choices yet', () => {
    const first = addRow(FORM, -1, { type: 'select_one', name: 'question_1', makeKey });
    const renamed = rename(first.content, first.index, 'water');
    const { content, index } = addRow(renamed, -1, { type: 'select_one', name: 'question_1', makeKey });
    expect(content.survey[first.index]).toHaveProperty('select_from_list_name', 'question_1');
    expect(content.survey[index]).toHaveProperty('select_from_list_name', 'question_1_2');
  });

  it('copies a group with names of its own, which its references follow', () => {
    const group = [
      row('begin_group', 'g'),
      row('text', 'x'),
      row('note', 'n', { label: ['${x} ${a}'] }),
      row('end_group'),
    ];
    const { content, keys } = copyBlocks(
      { ...FORM, survey: [row('text', 'a'), ...group] },
      keysOf('g'),
      makeKey,
    );
    const copies = content.survey.slice(5);
    expect(names(content)).toBe('a g x n end_group g_2 x_2 n_2 end_group');
    expect(copies[2]!['label']).toEqual(['${x_2} ${a}']);
    expect(new Set(copies.map(({ $kuid }) => $kuid)).size).toBe(4);
    expect(keys).toEqual([copies[0]!.$kuid]);
  });

  it('removes a group with what is in it', () => {
    expect(names(removeBlocks(FORM, keysOf('g')))).toBe('a c');
    expect(names(removeBlocks(FORM, keysOf('a', 'g', 'b')))).toBe('c');
  });

  it.each([
    [4, -1, 'a g b c end_group'],
    [2, -1, 'a b g end_group c'],
    [2, 1, 'a g end_group b c'],
    [0, 1, 'g a b end_group c'],
    [1, 1, 'a c g b end_group'],
    [1, -1, 'g b end_group a c'],
    [0, -1, 'a g b end_group c'],
    [4, 1, 'a g b end_group c'],
  ] as const)('moves row %i by %i', (index, step, expected) => {
    expect(names(moveBlocksBy(FORM, keysOf(FORM.survey[index]!.$kuid), step))).toBe(expected);
  });

  it('moves a block anywhere but into itself', () => {
    expect(names(moveBlocks(FORM, keysOf('g'), 5))).toBe('a c g b end_group');
    expect(names(moveBlocks(FORM, keysOf('c'), 0))).toBe('c a g b end_group');
    expect(moveBlocks(FORM, keysOf('g'), 2)).toBe(FORM);
    expect(moveBlocks(FORM, keysOf('g'), 4)).toBe(FORM);
  });

  it('moves many rows together, each with what is in it', () => {
    expect(names(moveBlocks(FORM, keysOf('a', 'c'), 2))).toBe('g a c b end_group');
    expect(names(moveBlocks(FORM, keysOf('g', 'b', 'a'), 5))).toBe('c a g b end_group');
    expect(names(moveBlocksBy(FORM, keysOf('b', 'c'), -1))).toBe('a b c g end_group');
    expect(names(moveBlocksBy(FORM, keysOf('a', 'g'), 1))).toBe('c a g b end_group');
    expect(moveBlocks(FORM, keysOf('a', 'g'), 3)).toBe(FORM);
    expect(moveBlocksBy(FORM, keysOf(), 1)).toBe(FORM);
  });

  it('copies many rows behind the last of them, with references among them', () => {
    const { content, keys } = copyBlocks(FORM, keysOf('a', 'c'), makeKey);
    expect(names(content)).toBe('a g b end_group c a_2 c_2');
    expect(content.survey[6]!['label']).toEqual(['Is ${a_2} ok?', null]);
    expect(keys).toEqual(content.survey.slice(5).map(({ $kuid }) => $kuid));
  });

  it('drops the list with the type that has one, and gives one to a select', () => {
    expect(changeType(FORM, 4, 'text').survey[4]).not.toHaveProperty('select_from_list_name');
    expect(changeType(FORM, 4, 'rank').survey[4]).toHaveProperty('select_from_list_name', 'list');
    expect(changeType(FORM, 0, 'select_multiple').survey[0]).toMatchObject({
      select_from_list_name: 'a',
      'my column': 'x',
    });
  });
});

describe('choices', () => {
  const list = ({ choices = [] }: FormContent): string => choices.map(({ name }) => name).join(' ');

  it('are added behind their list, with free names made of labels', () => {
    const lines = readLines('Peut-être\r\n\nno\tNein\tNon\nYes\n中');
    expect(list(addChoices(FORM, 'list', lines))).toBe('yes o no peut_etre no_2 yes_2 choice_1');
    expect(addChoices(FORM, 'list', lines).choices![4]).toEqual({
      list_name: 'list',
      name: 'no_2',
      label: ['Nein', 'Non'],
    });
  });

  it('move within their list only', () => {
    expect(list(moveChoice(FORM, 0, 1))).toBe('no o yes');
    expect(moveChoice(FORM, 0, -1)).toBe(FORM);
    expect(moveChoice(FORM, 1, 1)).toBe(FORM);
  });

  it('change and are removed alone', () => {
    expect(list(removeChoice(FORM, 1))).toBe('yes no');
    expect(renameChoice(FORM, 0, 'ja').choices![0]).toEqual({ ...FORM.choices![0], name: 'ja' });
    const labelled = setChoiceLabel(FORM, 1, { language: 1, text: 'Ô' });
    expect(labelled.choices![1]!['label']).toEqual(['O', 'Ô']);
    expect(labelled.choices![0]).toBe(FORM.choices![0]);
  });

  it.each([
    ['Ça va ?', 'ca_va'],
    ['2 litres', '_2_litres'],
    ['<b>', 'b'],
    ['中文', ''],
  ])('names %s', (label, expected) => {
    expect(nameOf(label)).toBe(expected);
  });
});

describe('history', () => {
  it('goes back and forth without end, one step for what was typed into a field', () => {
    const history = new History(0);
    for (let state = 1; state <= 500; state += 1) history.push(state);
    history.push(501, 'label');
    history.push(502, 'label');
    history.seal();
    history.push(503, 'label');
    history.undo();
    expect(history.current).toBe(502);
    history.undo();
    expect(history.current).toBe(500);
    while (history.canUndo) history.undo();
    expect(history.current).toBe(0);
    while (history.canRedo) history.redo();
    expect(history.current).toBe(503);
    history.undo();
    history.push(7);
    expect(history.canRedo).toBe(false);
  });
});
