import type { Locator } from 'playwright-core';
import { EditorPage } from '../../support/editor-page';
import { eventually } from '../../support/eventually';

let editor: EditorPage;

beforeAll(async () => {
  editor = await EditorPage.start();
});
afterAll(() => editor.stop());
afterEach(() => editor.closePage());

const SURVEY = [
  { type: 'text', name: 'village', label: ['Which village?'] },
  { type: 'integer', name: 'wells', label: ['How many wells?'], default: '2' },
];

const answer = (label: string): Locator => editor.page.frameLocator('iframe').getByLabel(label);
const answered = (label: string, wanted: string) =>
  eventually(
    () => answer(label).inputValue(),
    (value) => value === wanted,
  );

it('follows changes of the form, with the answers that were given', async () => {
  const uid = await editor.makeDraft({ survey: SURVEY });
  await editor.open(uid);
  await editor.button('Preview').click();
  await answer('Which village?').fill('Arua');
  await answer('Which village?').press('Tab');

  await editor.field('Label').fill('Which village is it?');
  await answered('Which village is it?', 'Arua');
  expect(await answer('How many wells?').inputValue()).toBe('2');

  await editor.item('How many wells?').click();
  await editor.field('Default answer').fill('5');
  await answered('How many wells?', '5');
  expect(await answer('Which village is it?').inputValue()).toBe('Arua');

  await editor.field('Condition as XPath').fill('${nothing} = 1');
  await editor.page.getByText('There is no preview while the form has problems.').waitFor();
  expect(await answer('Which village is it?').inputValue()).toBe('Arua');
  expect(editor.violations).toEqual([]);
});

it('begins without answers when the editor is opened again', async () => {
  await editor.open(await editor.makeDraft({ survey: SURVEY }));
  await editor.button('Preview').click();
  await answer('Which village?').fill('Arua');
  await answer('Which village?').press('Tab');
  await editor.button('Refresh').click();
  await answered('Which village?', 'Arua');
  await editor.page.reload();
  await editor.button('Preview').click();
  await answered('Which village?', '');
});
