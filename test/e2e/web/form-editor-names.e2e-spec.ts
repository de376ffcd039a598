import type { Locator } from 'playwright-core';
import { EditorPage } from '../../support/editor-page';

let editor: EditorPage;

beforeAll(async () => {
  editor = await EditorPage.start();
});
afterAll(() => editor.stop());
afterEach(() => editor.closePage());

/** Names are made of labels: "age", "age_001" and "people". */
const FORM = {
  survey: [
    { type: 'text', label: 'age', $kuid: 'same' },
    { type: 'text', label: 'age', $kuid: 'same' },
    { type: 'select_one', select_from_list_name: 'list', label: 'people' },
    { type: 'note', name: 'said', label: '${age} ${age_001}' },
  ],
  choices: [{ list_name: 'list', label: 'Yes' }],
  settings: { instance_name: '${people}' },
};

it('keeps line breaks of texts that are edited', async () => {
  const uid = await editor.makeDraft({
    survey: [
      { type: 'select_one', select_from_list_name: 'list', name: 'dry', label: 'Dry?' },
      {
        type: 'integer',
        name: 'age',
        label: 'Age',
        constraint: '. < 9',
        constraint_message: 'Too old\nfor it',
      },
    ],
    choices: [{ list_name: 'list', name: 'yes', label: 'Yes\n(all year)' }],
  });
  await editor.open(uid);
  const append = async (field: Locator): Promise<void> => {
    await field.press('Control+End');
    await editor.page.keyboard.type('!');
  };
  await editor.item('Dry?').click();
  await append(editor.page.getByRole('textbox', { name: 'Label of choice 1' }));
  await editor.item('Age').click();
  await append(editor.field('Message for other answers'));
  await editor.save();

  const { survey, choices } = await editor.contentOf(uid);
  expect(choices![0]!['label']).toEqual(['Yes\n(all year)!']);
  expect(survey[1]!['constraint_message']).toBe('Too old\nfor it!');
});

it('keeps names that were made of labels, by which answers are known, when rows are added and removed', async () => {
  const uid = await editor.makeDraft(FORM);
  await editor.open(uid);
  await editor.page.getByRole('tree').waitFor();
  const ages = editor.page.getByRole('treeitem', { name: /^age/ });
  expect(await ages.count()).toBe(2);

  await editor.item('people').click();
  await editor.button('Delete').click();
  const dialog = editor.dialog();
  await dialog.getByText('settings: instance_name').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await editor.button('Add a choice').click();
  await editor.page.keyboard.type('Yes');

  await ages.first().click();
  await editor.button('Delete').click();
  await dialog.getByRole('button', { name: 'Delete anyway' }).click();
  await ages.nth(1).waitFor({ state: 'detached' });
  await ages.first().click();
  await editor.field('Name').fill('years');
  await editor.save();

  const { survey, choices } = await editor.contentOf(uid);
  expect(survey.map(({ $autoname }) => $autoname)).toEqual(['years', 'people', 'said']);
  expect(survey[2]!['label']).toEqual(['${age} ${years}']);
  expect(choices!.map(({ $autovalue }) => $autovalue)).toEqual(['Yes', 'yes']);
});

it('brings conditions along with the name of a choice, and asks before one that they have is removed', async () => {
  const relevant = "selected(${dry}, 'yes') and regex(${dry}, 'no|never')";
  const uid = await editor.makeDraft({
    survey: [
      { type: 'select_one', select_from_list_name: 'list', name: 'dry', label: 'Dry?' },
      { type: 'text', name: 'since', label: 'Since when?', relevant },
      { type: 'text', name: 'why', label: 'Why?', relevant: "../since != ''" },
    ],
    choices: ['yes', 'no'].map((name) => ({ list_name: 'list', name, label: name })),
  });
  await editor.open(uid);
  const dialog = editor.dialog();
  const cancel = async (): Promise<void> => {
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await editor.page.locator('dialog').waitFor({ state: 'detached' });
  };
  const nameChoice = async (number: number, name: string): Promise<void> => {
    const field = editor.page.getByRole('textbox', { name: `Name of choice ${number}` });
    await field.fill(name);
    await field.press('Enter');
  };
  await editor.item('Dry?').click();
  await nameChoice(1, 'always');
  await nameChoice(2, 'nein');
  await dialog.getByText('Since when?').waitFor();
  await cancel();
  expect(await editor.page.getByRole('textbox', { name: 'Name of choice 2' }).inputValue()).toBe('no');
  await editor.button('Remove choice 1').click();
  await dialog.getByText('Since when?').waitFor();
  await dialog.getByRole('button', { name: 'Delete anyway' }).click();
  await editor.page.getByRole('textbox', { name: 'Name of choice 2' }).waitFor({ state: 'detached' });
  await editor.button('Undo').click();

  await editor.item('Since when?').click();
  await editor.field('Name').fill('why');
  await editor.field('Name').press('Enter');
  await dialog.getByText('These have the former name').waitFor();
  await cancel();
  expect(await editor.field('Name').inputValue()).toBe('since');
  await editor.field('Name').fill('since_when');
  await editor.save();

  const { survey, choices } = await editor.contentOf(uid);
  expect(survey.map(({ name, relevant: condition }) => [name, condition])).toEqual([
    ['dry', undefined],
    ['since_when', "selected(${dry}, 'always') and regex(${dry}, 'no|never')"],
    ['why', "../since_when != ''"],
  ]);
  expect(choices!.map(({ name }) => name)).toEqual(['always', 'no']);
});

it('edits the rows of a matrix, and its other cells stay', async () => {
  const uid = await editor.makeDraft({
    survey: [
      { type: 'begin_kobomatrix', name: 'm', label: 'Tools', 'kobo--matrix_list': 'tools' },
      { type: 'integer', name: 'n', label: 'Number' },
      { type: 'end_kobomatrix' },
      { type: 'note', name: 'said', label: 'Hoes: ${m_hoe_n}' },
    ],
    choices: [{ list_name: 'tools', name: 'hoe', label: 'Hoe' }],
  });
  const before = await editor.contentOf(uid);
  await editor.open(uid);
  await editor.item('Tools').click();
  const name = editor.page.getByRole('textbox', { name: 'Name of choice 1' });
  await name.fill('hoes');
  await name.press('Enter');
  await editor.button('Add a choice').click();
  await editor.page.keyboard.type('Spade');
  await editor.save();

  const { survey, choices } = await editor.contentOf(uid);
  expect(survey.slice(0, 3)).toEqual(before.survey.slice(0, 3));
  expect(survey[3]!['label']).toEqual(['Hoes: ${m_hoes_n}']);
  expect(choices!.map(({ list_name: list, name: each }) => `${String(list)}.${String(each)}`)).toEqual([
    'tools.hoes',
    'tools.spade',
  ]);
});
