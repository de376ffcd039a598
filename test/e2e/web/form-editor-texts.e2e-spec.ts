import { readFile } from 'node:fs/promises';
import { EditorPage } from '../../support/editor-page';
import { PageWeight } from '../../support/page-weight';

const ARABIC = 'العربية (ar)';

let editor: EditorPage;

beforeAll(async () => {
  editor = await EditorPage.start();
});
afterAll(() => editor.stop());
afterEach(() => editor.closePage());

const FORM = {
  survey: [
    { type: 'text', name: 'a', 'label::English (en)': 'Name', 'label::French (fr)': 'Nom' },
    { type: 'select_one yn', name: 'b', 'label::English (en)': 'Is there water?', constraint_message: 'No' },
  ],
  choices: [
    { list_name: 'yn', name: 'yes', 'label::English (en)': 'Yes', 'label::French (fr)': 'Oui' },
    { list_name: 'yn', name: 'no', 'label::English (en)': 'No' },
  ],
};

const cell = (name: string, language: string) => editor.field(`Label of ${name} (${language})`);

async function openTexts(width = 1280): Promise<string> {
  const uid = await editor.makeDraft(FORM);
  await editor.open(uid, { width });
  await editor.button('Texts and languages').click();
  await cell('a', 'English (en)').waitFor();
  return uid;
}

it('fills in missing texts, line by line, and keeps those that were filled in', async () => {
  const uid = await openTexts();
  const french = editor.page.getByRole('columnheader', { name: 'French (fr)' });
  expect(await french.textContent()).toContain('Missing: 2');
  await editor.page.getByLabel('Only with missing texts').check();
  expect(await editor.page.locator('tbody tr').count()).toBe(2);
  expect(await cell('b', 'French (fr)').getAttribute('placeholder')).toBe('Missing');
  await cell('b', 'French (fr)').fill('Y a-t-il de l’eau ?');
  await editor.press('Enter');
  await editor.page.keyboard.type('Non');
  expect(await editor.page.locator('tbody tr').count()).toBe(2);
  expect(await french.textContent()).not.toContain('Missing');
  await editor.press('Control+z');
  expect(await cell('yn · no', 'French (fr)').inputValue()).toBe('');
  await editor.press('Control+Shift+z');
  await editor.save();
  const { survey, choices } = await editor.contentOf(uid);
  expect(survey[1]!['label']).toEqual(['Is there water?', 'Y a-t-il de l’eau ?']);
  expect(choices![1]!['label']).toEqual(['No', 'Non']);
  expect(survey[1]!['constraint_message']).toBe('No');
});

it('keeps the line of a text that is emptied and written anew', async () => {
  const uid = await openTexts();
  const message = editor.field('Message for other answers of b (English (en))');
  for (const language of ['English (en)', 'French (fr)'])
    await editor.field(`Message for other answers of b (${language})`).fill('');
  await message.fill('Answer it');
  await editor.save();
  expect((await editor.contentOf(uid)).survey[1]!['constraint_message']).toEqual(['Answer it', null]);
});

it('adds, renames and removes languages, and writes from right to left', async () => {
  const uid = await openTexts();
  await editor.button('Add a language').click();
  await editor.page.keyboard.type('French (fr)');
  await editor.press('Enter');
  await editor.dialog().getByText('The form has this language already.').waitFor();
  await editor.field('Name of the language').fill(ARABIC);
  await editor.press('Enter');
  await cell('a', ARABIC).fill('الاسم');
  const direction = await editor.page.evaluate<string>('getComputedStyle(document.activeElement).direction');
  expect(direction).toBe('rtl');
  await editor.button('Rename English (en)').click();
  await editor.field('Name of the language').fill('British (en)');
  await editor.press('Enter');
  await editor.button('Remove French (fr)').click();
  await editor.dialog().getByText('Texts that go with it: 3.').waitFor();
  await editor.dialog().getByRole('button', { name: 'Remove' }).click();
  await editor.button('Back to the questions').click();
  await editor.item('Name').click();
  expect(await editor.field(`Label (${ARABIC})`).inputValue()).toBe('الاسم');
  expect(await editor.field('Label (French (fr))').count()).toBe(0);
  await editor.save();
  const { translations, survey, choices } = await editor.contentOf(uid);
  expect(translations).toEqual(['British (en)', ARABIC]);
  expect(survey.map(({ label }) => label)).toEqual([
    ['Name', 'الاسم'],
    ['Is there water?', null],
  ]);
  expect(choices!.map(({ label }) => label)).toEqual([
    ['Yes', null],
    ['No', null],
  ]);
});

it('downloads the texts for a spreadsheet, and imports what came back', async () => {
  const uid = await openTexts();
  const { page } = editor;
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    editor.button('Download as CSV').click(),
  ]);
  expect(download.suggestedFilename()).toBe('Wells-texts.csv');
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv).toMatch(/^\ufeff"sheet","list","name","column","English \(en\)","French \(fr\)"\r\n/);
  const choose = async (text: string): Promise<void> => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      editor.button('Import CSV').click(),
    ]);
    await chooser.setFiles({ name: 'texts.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  };
  await choose('type,name\ntext,a');
  await editor.dialog().getByText('The file has no columns sheet').waitFor();
  await editor.dialog().getByRole('button', { name: 'Close' }).click();
  const translated = csv.replace('"no","label","No",""', '"no","label","No","Non"');
  await choose(`${translated}"survey","","gone","label","x","y"\r\n`);
  await editor.dialog().getByText('Texts that change: 1.').waitFor();
  expect(await editor.dialog().getByRole('listitem').allTextContents()).toEqual(['survey · gone · label']);
  expect(await editor.flaws()).toEqual([]);
  await editor.dialog().getByRole('button', { name: 'Import' }).click();
  await page.getByText('Changed texts: 1.').waitFor();
  const before = await editor.contentOf(uid);
  await editor.save();
  const expected = structuredClone(before);
  expected.choices![1]!['label'] = ['No', 'Non'];
  expect(await editor.contentOf(uid)).toEqual(expected);
  expect(editor.violations).toEqual([]);
});

it('imports a language that the form lacks once it is chosen', async () => {
  const uid = await openTexts();
  const { page } = editor;
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    editor.button('Import CSV').click(),
  ]);
  const csv = 'sheet,list,name,column,Swahili (sw),Comment\nchoices,yn,no,label,Hapana,done';
  await chooser.setFiles({ name: 'texts.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await editor.dialog().getByText('Those that you do not add are left out').waitFor();
  expect(await editor.flaws()).toEqual([]);
  await editor.field('Add the language Swahili (sw)').check();
  await editor.dialog().getByRole('button', { name: 'Import' }).click();
  await page.getByText('Changed texts: 1.').waitFor();
  await editor.save();
  const { translations, choices = [] } = await editor.contentOf(uid);
  expect(translations).toEqual(['English (en)', 'French (fr)', 'Swahili (sw)']);
  expect(choices[1]!['label']).toEqual(['No', null, 'Hapana']);
  expect(choices[0]!['label']).toHaveLength(3);
});

it('shows a thousand texts in parts, and touches few elements for a key press', async () => {
  const survey = Array.from({ length: 1000 }, (_, at) => ({
    type: 'text',
    name: `q${at}`,
    'label::English (en)': `Q ${at}`,
    'label::French (fr)': '',
  }));
  await editor.open(await editor.makeDraft({ survey }));
  const { page } = editor;
  await editor.button('Texts and languages').click();
  const rows = page.locator('.texts tbody tr');
  expect(await rows.count()).toBe(100);
  await page.getByLabel('Search texts').fill('q 99');
  expect(await rows.count()).toBe(11);
  await page.getByLabel('Search texts').fill('');
  await editor.button('Show all 1000 texts').click();
  expect(await rows.count()).toBe(1000);
  await page.evaluate(`
    touched = 0;
    new MutationObserver((changes) => { touched += changes.length; })
      .observe(document.querySelector('#form-editor'), { subtree: true, childList: true, attributes: true, characterData: true });
  `);
  await cell('q999', 'French (fr)').press('!');
  await page.getByText('Missing: 999').waitFor();
  expect(await page.evaluate<number>('touched')).toBeLessThan(30);
});

const MAX_FIRST_LOAD_BYTES = 400_000;

it('loads within its limit', async () => {
  const uid = await openTexts();
  const weight = await PageWeight.of(editor.page);
  await editor.page.goto(`${editor.app.origin}/projects/${uid}/form/edit/`);
  await editor.item('Name').waitFor();
  await editor.page.getByText('No problems').waitFor();
  const bytes = weight.take();
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(MAX_FIRST_LOAD_BYTES);
});

it.each([1280, 800])('has no flaws in a window of %i', async (width) => {
  await openTexts(width);
  expect(await editor.flaws()).toEqual([]);
  await editor.button('Add a language').click();
  await editor.press('Enter');
  await editor.dialog().getByText('Enter a name.').waitFor();
  expect(await editor.flaws()).toEqual([]);
});
