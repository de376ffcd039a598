import type { ChoiceRow, FormContent, Row } from './form-content';
import { insertItem, itemOf, missingLanguages } from './library-items';

let keys = 0;
const makeKey = (): string => `new${(keys += 1)}`;
beforeEach(() => {
  keys = 0;
});

const row = (type: string, name: string | undefined, more: object = {}): Row => ({
  type,
  $kuid: name ?? type,
  ...(name !== undefined && { name }),
  ...more,
});
const choice = (list: string, name: string, ...label: (string | null)[]): ChoiceRow => ({
  list_name: list,
  name,
  label,
});

const form = (more: Partial<FormContent> = {}): FormContent => ({
  schema: '1',
  survey: [
    row('select_one', 'water', { select_from_list_name: 'yn', label: ['Water?', 'Eau ?'] }),
    row('begin_group', 'g', { label: ['G', null] }),
    row('text', 'why', { label: ['Why?', null], relevant: "${water} = 'no'" }),
    row('end_group', undefined),
  ],
  choices: [
    choice('yn', 'yes', 'Yes', 'Oui'),
    choice('yn', 'no', 'No', 'Non'),
    choice('other', 'x', 'X', null),
  ],
  settings: { style: 'pages' },
  translations: ['English (en)', 'French (fr)'],
  translated: ['label'],
  ...more,
});

const item = (more: Partial<FormContent> = {}): FormContent => ({
  ...form({
    survey: [
      row('select_one', 'water', { select_from_list_name: 'yn', label: ['Any water?'] }),
      row('note', 'sum', {
        label: ['You said ${water}'],
        calculation: "instance('yn')/root/item[name=${water}]/label",
      }),
    ],
    choices: [choice('yn', 'yes', 'Yes'), choice('yn', 'no', 'No')],
    translations: [null],
    settings: {},
  }),
  ...more,
});

const insert = (into: FormContent, content: FormContent, added: string[] = []) =>
  insertItem(into, content, { at: 1, added, makeKey });
const listsOf = ({ choices = [] }: FormContent): string =>
  choices.map(({ list_name: list, name }) => `${list}.${name}`).join(' ');

describe('an item of chosen rows', () => {
  it('has a question with its own choices only, and no settings', () => {
    const made = itemOf(form(), new Set(['water']), 1)!;
    expect(made).toMatchObject({ assetType: 'question', name: 'Eau ?' });
    expect(made.content.survey).toEqual([form().survey[0]]);
    expect(listsOf(made.content)).toBe('yn.yes yn.no');
    expect(made.content.settings).toEqual({});
    expect(made.content.translations).toEqual(form().translations);
  });

  it('has the lists that expressions read', () => {
    const survey = [row('calculate', 'c', { calculation: "instance( 'other' )/root/item[1]/name" })];
    expect(listsOf(itemOf(form({ survey }), new Set(['c']), 0)!.content)).toBe('other.x');
  });

  it('is a block for a group with all that is in it, and for several rows', () => {
    const group = itemOf(form(), new Set(['g']), 0)!;
    expect(group).toMatchObject({ assetType: 'block', name: 'G' });
    expect(group.content.survey.map(({ type }) => type)).toEqual(['begin_group', 'text', 'end_group']);
    expect(group.content.choices).toBeUndefined();
    expect(itemOf(form(), new Set(['water', 'why']), 0)!.assetType).toBe('block');
    expect(itemOf(form(), new Set(), 0)).toBeUndefined();
  });
});

describe('inserting an item', () => {
  it('gives free names, which references follow, and leaves the form as it is', () => {
    const before = form();
    const { content, keys: inserted } = insert(before, item());
    expect(content.survey.map(({ name }) => name)).toEqual([
      'water',
      'water_2',
      'sum',
      'g',
      'why',
      undefined,
    ]);
    expect(inserted).toEqual([content.survey[1]!.$kuid, content.survey[2]!.$kuid]);
    expect(content.survey[2]!['label']).toEqual(['You said ${water_2}', null]);
    expect(content.survey[4]!['relevant']).toBe("${water} = 'no'");
    expect(content.survey[0]).toBe(before.survey[0]);
    expect(content.settings).toBe(before.settings);
  });

  it('keeps one name of rows in several groups', () => {
    const repeats = item({
      survey: [
        row('begin_repeat', 'r', {}),
        row('text', 'why', {}),
        row('end_repeat', undefined),
        row('begin_repeat', 's', {}),
        row('text', 'why', {}),
        row('text', 'name', { relevant: '${why}' }),
        row('end_repeat', undefined),
        row('text', 'name', {}),
      ],
      choices: [],
    });
    const { survey } = insert(form(), repeats).content;
    expect(survey.slice(1, 9).map(({ name }) => name)).toEqual([
      'r',
      'why_2',
      undefined,
      's',
      'why_2',
      'name',
      undefined,
      'name',
    ]);
    expect(survey[6]!['relevant']).toBe('${why_2}');
  });

  it('takes the list of the form for the same choices', () => {
    const before = form();
    const { content, renamedLists } = insert(before, item());
    expect(renamedLists).toEqual([]);
    expect(content.choices).toEqual(before.choices);
  });

  it.each([
    ['another label', [choice('yn', 'yes', 'Yes'), choice('yn', 'no', 'Never')]],
    ['another order', [choice('yn', 'no', 'No'), choice('yn', 'yes', 'Yes')]],
    ['one more', [choice('yn', 'yes', 'Yes'), choice('yn', 'no', 'No'), choice('yn', 'dk', 'Perhaps')]],
    ['another column', [{ ...choice('yn', 'yes', 'Yes'), place: 'a' }, choice('yn', 'no', 'No')]],
  ])('adds choices with %s as another list, which rows and expressions follow', (_, choices) => {
    const { content, renamedLists } = insert(form(), item({ choices }));
    expect(renamedLists).toEqual([['yn', 'yn_2']]);
    expect(listsOf(content)).toBe(
      ['yn.yes yn.no other.x', ...choices.map(({ name }) => `yn_2.${name}`)].join(' '),
    );
    expect(content.survey[1]!.select_from_list_name).toBe('yn_2');
    expect(content.survey[2]!['calculation']).toBe("instance('yn_2')/root/item[name=${water_2}]/label");
    expect(content.survey[0]!.select_from_list_name).toBe('yn');
    // The same item once more takes the list of its first insertion.
    const again = insert(content, item({ choices })).content;
    expect(listsOf(again)).toBe(listsOf(content));
    expect(again.survey[1]!.select_from_list_name).toBe('yn_2');
  });

  it('renames lists in parameters', () => {
    const survey = [row('range', 'r', { parameters: 'start=0 tick_labelset = yn' })];
    const range = item({ survey, choices: [choice('yn', '0', 'None')] });
    expect(itemOf(range, new Set(['r']), 0)!.content.choices).toEqual(range.choices);
    expect(insert(form(), range).content.survey[1]!['parameters']).toBe('start=0 tick_labelset = yn_2');
  });

  it('renames lists of matrices, scores and rankings, and follows paths in them', () => {
    const matrix = item({
      survey: [
        row('begin_kobomatrix', 'm', { 'kobo--matrix_list': 'other' }),
        row('integer', 'water', {}),
        row('end_kobomatrix', undefined),
        row('select_one', 'why', { select_from_list_name: 'other', relevant: "../m != ''" }),
        row('text', 'more', { relevant: '../why != ${m_y_water}' }),
      ],
      choices: [choice('other', 'y', 'Y')],
    });
    const { survey } = insert(form(), matrix).content;
    expect(survey[1]).toMatchObject({ 'kobo--matrix_list': 'other_2' });
    expect(survey[4]).toMatchObject({ name: 'why_2', select_from_list_name: 'other_2' });
    expect(survey[5]).toMatchObject({ relevant: '../why_2 != ${m_y_water_2}' });
  });

  it('does not take a list of the item for a free name', () => {
    const choices = [choice('yn', 'a', 'A'), choice('yn_2', 'b', 'B')];
    const { content } = insert(form(), item({ choices }));
    expect(listsOf(content)).toBe('yn.yes yn.no other.x yn_3.a yn_2.b');
  });

  it('puts texts into the languages of the same name', () => {
    const french = item({
      survey: [row('text', 't', { label: ['Nom', 'Name'], constraint_message: ['Non', null] })],
      choices: [],
      translations: ['French (fr)', 'English (en)'],
      translated: ['constraint_message', 'label'],
    });
    const { content } = insert(form(), french);
    expect(content.survey[1]).toMatchObject({
      label: ['Name', 'Nom'],
      constraint_message: [null, 'Non'],
    });
    expect(content.translated).toEqual(['constraint_message', 'label']);
  });

  const spanish = item({
    survey: [row('select_one', 't', { select_from_list_name: 'yn', label: ['Hay agua', 'Water'] })],
    choices: [choice('yn', 'yes', 'Sí', 'Yes'), choice('yn', 'no', 'No', 'No')],
    translations: ['Spanish (es)', 'English (en)'],
  });

  it('adds a language that the form lacks where that is asked for, and fills in the same list', () => {
    expect(missingLanguages(form(), spanish)).toEqual(['Spanish (es)']);
    const { content } = insert(form(), spanish, ['Spanish (es)']);
    expect(content.translations).toEqual(['English (en)', 'French (fr)', 'Spanish (es)']);
    expect(content.survey[0]!['label']).toEqual(['Water?', 'Eau ?', null]);
    expect(content.survey[1]!['label']).toEqual(['Water', null, 'Hay agua']);
    expect(content.choices![0]!['label']).toEqual(['Yes', 'Oui', 'Sí']);
  });

  it('leaves out the texts of a language that is not added', () => {
    const { content } = insert(form(), spanish);
    expect(content.translations).toEqual(form().translations);
    expect(content.survey[1]!['label']).toEqual(['Water', null]);
  });

  it('takes the first language of an item for that of a form without named ones', () => {
    const plain = form({ survey: [], choices: [], translations: [null] });
    expect(missingLanguages(plain, spanish)).toEqual(['English (en)']);
    const { content } = insertItem(plain, spanish, { at: 0, added: ['English (en)'], makeKey });
    expect(content.translations).toEqual([null, 'English (en)']);
    expect(content.survey[0]!['label']).toEqual(['Hay agua', 'Water']);
    expect(missingLanguages(form(), item())).toEqual([]);
  });

  it('repeats one text for all languages where the form has it by language, and lists texts where the item does', () => {
    const plain = item({ survey: [row('text', 't', { label: ['T'], required_message: 'Please' })] });
    const translated = form({ translated: ['label', 'required_message'] });
    expect(insert(translated, plain).content.survey[1]!['required_message']).toEqual(['Please', 'Please']);
    const former = form();
    const own = { ...former, survey: [row('text', 'a', { required_message: 'Now' }), ...former.survey] };
    const listed = item({
      survey: [row('text', 't', { label: ['T'], required_message: ['Please'] })],
      translated: ['label', 'required_message'],
    });
    const { survey } = insert(own, listed).content;
    expect(survey[0]!['required_message']).toEqual(['Now', 'Now']);
    expect(survey[1]!['required_message']).toEqual(['Please', null]);
  });

  it('writes out names that the service made of labels, which references know them by', () => {
    const generated = item({
      survey: [
        row('text', undefined, { $autoname: 'water', label: ['Water'] }),
        row('note', 'n', { label: ['${water}'] }),
      ],
      choices: [],
    });
    const { survey } = insert(form(), generated).content;
    expect(survey[1]).toMatchObject({ name: 'water_2' });
    expect(survey[1]).not.toHaveProperty('$autoname');
    expect(survey[2]!['label']).toEqual(['${water_2}', null]);
  });
});
