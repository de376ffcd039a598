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

it('keeps answers in repeats, of choices and files', async () => {
  const uid = await editor.makeDraft({
    survey: [
      { type: 'text', name: 'village', label: ['Which village?'] },
      { type: 'begin_repeat', name: 'well', label: ['Well'] },
      { type: 'text', name: 'owner', label: ['Who owns it?'] },
      { type: 'select_multiple', select_from_list_name: 'uses', name: 'use', label: ['What for?'] },
      {
        type: 'integer',
        name: 'people',
        label: ['How many people?'],
        relevant: "selected(${use}, 'drink')",
        default: '1 + 1',
      },
      { type: 'end_repeat' },
      { type: 'file', name: 'plan', label: ['Plan'] },
    ],
    choices: [
      { list_name: 'uses', name: 'drink', label: ['Drinking'] },
      { list_name: 'uses', name: 'wash', label: ['Washing'] },
    ],
  });
  await editor.open(uid);
  await editor.button('Preview').click();
  const frame = editor.page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Add' }).click();
  const fill = async (label: string, index: number, text: string) => {
    await frame.getByLabel(label).nth(index).fill(text);
    await frame.getByLabel(label).nth(index).press('Tab');
  };
  await fill('Who owns it?', 0, 'Asha');
  await fill('Who owns it?', 1, 'Ben');
  await frame.getByLabel('Drinking').nth(1).check();
  await fill('How many people?', 0, '40');
  await frame
    .locator('input[type=file]')
    .setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
  await frame
    .getByText(/\.pdf$/)
    .first()
    .waitFor();

  await editor.field('Label').fill('Which village is it?');
  await frame.getByText('Which village is it?').first().waitFor();
  await frame
    .getByText(/\.pdf$/)
    .first()
    .waitFor();
  const values = (label: string) =>
    frame
      .getByLabel(label)
      .evaluateAll((inputs) => inputs.map((input) => (input as unknown as { value: string }).value));
  expect(await values('Who owns it?')).toEqual(['Asha', 'Ben']);
  expect(await frame.getByLabel('Drinking').nth(1).isChecked()).toBe(true);
  expect(await frame.getByLabel('Drinking').nth(0).isChecked()).toBe(false);
  expect(await values('How many people?')).toEqual(['40']);
});
