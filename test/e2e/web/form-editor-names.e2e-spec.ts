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
