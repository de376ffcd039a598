import { EditorPage, type StoredContent } from '../../support/editor-page';

let editor: EditorPage;

beforeAll(async () => {
  editor = await EditorPage.start();
  await editor.app.addUser('other');
});
afterAll(() => editor.stop());
afterEach(() => editor.closePage());

interface Asset {
  readonly uid: string;
  readonly name: string;
  readonly asset_type: string;
  readonly content: StoredContent;
}

async function makeItem(
  name: string,
  content: object,
  { type = 'question', as = 'owner' } = {},
): Promise<void> {
  const body = { asset_type: type, name, content };
  await editor.app.as(as).post('/api/v2/assets/').send(body).expect(201);
}

/** The newest item of the library with the name. */
async function itemNamed(name: string): Promise<Asset> {
  const query = { q: `(asset_type:question OR asset_type:block) AND name:"${name}"` };
  const { body } = await editor.app.as('owner').get('/api/v2/assets/').query(query).expect(200);
  const [found] = (body as { results: Asset[] }).results;
  const { body: asset } = await editor.app.as('owner').get(`/api/v2/assets/${found!.uid}/`).expect(200);
  return asset as Asset;
}

const YES_NO = [
  { list_name: 'yn', name: 'yes', label: 'Yes' },
  { list_name: 'yn', name: 'no', label: 'No' },
];
const FORM = {
  survey: [
    { type: 'select_one', select_from_list_name: 'yn', name: 'water', label: 'Is there water?' },
    { type: 'begin_group', name: 'g', label: 'Household' },
    { type: 'text', name: 'why', label: 'Why not?', relevant: "${water} = 'no'" },
    { type: 'end_group' },
    { type: 'text', name: 'last', label: 'Last' },
  ],
  choices: [...YES_NO, { list_name: 'unused', name: 'x', label: 'X' }],
};

async function open(width = 1280): Promise<string> {
  const uid = await editor.makeDraft(FORM);
  await editor.open(uid, { width });
  await editor.item('Is there water?').click();
  const back = editor.button('Back to the structure');
  if (await back.isVisible()) await back.click();
  return uid;
}

it('saves a question, and rows as a block, to the library', async () => {
  await open();
  await editor.button('Save to the library').click();
  expect(await editor.flaws()).toEqual([]);
  expect(await editor.field('Name in the library').inputValue()).toBe('Is there water?');
  await editor.field('Name in the library').fill('');
  await editor.press('Enter');
  await editor.dialog().getByText('Enter a name.').waitFor();
  await editor.field('Name in the library').fill('Water question');
  await editor.press('Enter');
  await editor.page.getByText('“Water question” is in your library.').waitFor();
  const question = await itemNamed('Water question');
  expect(question.asset_type).toBe('question');
  expect(question.content.survey).toMatchObject([{ type: 'select_one', name: 'water' }]);
  expect(question.content.choices?.map(({ name }) => name)).toEqual(['yes', 'no']);

  await editor.item('Household').click();
  await editor.button('Save to the library').click();
  await editor.press('Enter');
  await editor.page.getByText('“Household” is in your library.').waitFor();
  const block = await itemNamed('Household');
  expect(block.asset_type).toBe('block');
  expect(block.content.survey.map(({ type }) => type)).toEqual(['begin_group', 'text', 'end_group']);
  expect(editor.violations).toEqual([]);
});

it('finds an item by keys, and inserts it with names and a list of its own', async () => {
  await makeItem(
    'Consent',
    {
      survey: [
        { type: 'select_one', select_from_list_name: 'yn', name: 'water', label: 'May we go on?' },
        { type: 'note', name: 'bye', label: 'Goodbye', relevant: "${water} = 'never'" },
      ],
      choices: [...YES_NO, { list_name: 'yn', name: 'never', label: 'Never' }],
    },
    { type: 'block' },
  );
  await makeItem('Age', { survey: [{ type: 'integer', name: 'age', label: 'How old?' }] });
  await makeItem('Consent of others', { survey: [{ type: 'text', name: 'x', label: 'X' }] }, { as: 'other' });
  const uid = await open();
  await editor.button('Insert from the library').focus();
  await editor.press('Enter');
  const search = editor.field('Search questions and blocks');
  await editor.dialog().getByRole('button', { name: 'Age' }).waitFor();
  expect(await editor.flaws()).toEqual([]);
  await search.pressSequentially('nothing of "this');
  await editor.dialog().getByText('No question or block has these words.').waitFor();
  await search.fill('consent');
  await editor.dialog().getByRole('button', { name: 'Consent' }).waitFor();
  expect(await editor.dialog().getByRole('listitem').allTextContents()).toEqual([
    'ConsentBlock · May we go on?',
  ]);
  await editor.press('Enter');
  await editor.page
    .getByText('“Consent” was inserted. The form has another list yn: its choices are in the list yn_2.')
    .waitFor();
  expect(await editor.labels()).toEqual([
    'Is there water?',
    'May we go on?',
    'Goodbye',
    'Household',
    'Why not?',
    'Last',
  ]);
  await editor.press('Control+z');
  expect(await editor.labels()).not.toContain('Goodbye');
  await editor.press('Control+y');
  await editor.save();
  const { survey, choices = [] } = await editor.contentOf(uid);
  expect(survey.slice(1, 3)).toMatchObject([
    { name: 'water_2', select_from_list_name: 'yn_2' },
    { name: 'bye', relevant: "${water_2} = 'never'" },
  ]);
  expect(survey[0]).toMatchObject({ name: 'water', select_from_list_name: 'yn' });
  expect(choices.map(({ list_name: list, name }) => `${String(list)}.${String(name)}`)).toEqual([
    'yn.yes',
    'yn.no',
    'unused.x',
    'yn_2.yes',
    'yn_2.no',
    'yn_2.never',
  ]);
  await editor.page.getByText('No problems').waitFor();
});

it.each([1280, 800])('asks about languages that the form lacks, in a window of %i', async (width) => {
  await makeItem('Name', {
    survey: [{ type: 'text', name: 'who', label: ['Your name?', 'Votre nom ?'] }],
    translations: [null, 'French (fr)'],
    translated: ['label'],
  });
  const uid = await open(width);
  await editor.button('Insert from the library').click();
  await editor.field('Search questions and blocks').fill('your name');
  await editor.press('Enter');
  await editor.dialog().getByText('Languages that the form lacks').waitFor();
  expect(await editor.flaws()).toEqual([]);
  await editor.dialog().getByRole('button', { name: 'Add these languages' }).click();
  await editor.page.getByText('“Name” was inserted.').waitFor();
  expect(await editor.flaws()).toEqual([]);
  await editor.save();
  const { survey, translations } = await editor.contentOf(uid);
  expect(translations).toEqual([null, 'French (fr)']);
  expect(survey[0]!['label']).toEqual(['Is there water?', null]);
  expect(survey[1]!['label']).toEqual(['Your name?', 'Votre nom ?']);
});

it('says that the library is empty', async () => {
  const uid = await editor.makeDraft(FORM);
  await editor.open(uid);
  await editor.page.route('**/api/v2/assets/?*', (route) =>
    route.fulfill({ json: { count: 0, results: [] } }),
  );
  await editor.button('Insert from the library').click();
  await editor.dialog().getByText('Your library has no questions or blocks yet.').waitFor();
  await editor.page.route('**/api/v2/assets/?*', (route) => route.abort());
  await editor.field('Search questions and blocks').fill('x');
  await editor.dialog().getByText('The library could not be reached. Try again.').waitFor();
});
