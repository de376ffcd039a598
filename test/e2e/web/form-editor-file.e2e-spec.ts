import { EditorPage } from '../../support/editor-page';
import { eventually } from '../../support/eventually';

let editor: EditorPage;

beforeAll(async () => {
  editor = await EditorPage.start();
});
afterAll(() => editor.stop());
afterEach(() => editor.closePage());

const FORM = {
  survey: [
    { type: 'select_one_from_file', file: 'places.csv', name: 'place', label: 'Where?' },
    { type: 'select_multiple_from_file', file: 'wells.xml', name: 'wells', label: 'Which wells?' },
    { type: 'text', name: 'last', label: 'Last' },
  ],
};
const WELLS = '<root><item><name>a b</name><label>A</label></item><item><name>c</name></item></root>';

async function addFile(uid: string, name: string, content: string): Promise<void> {
  await editor.app
    .as('owner')
    .post(`/api/v2/assets/${uid}/files/`)
    .field({ file_type: 'form_media', description: 'default', metadata: JSON.stringify({ filename: name }) })
    .attach('content', Buffer.from(content), name)
    .expect(201);
}

async function upload(name: string, content: string): Promise<void> {
  const chooser = editor.page.waitForEvent('filechooser');
  await editor.button('Upload a file').focus();
  await editor.press('Enter');
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

const options = (label: string): Promise<string[]> => editor.field(label).locator('option').allTextContents();
const message = (text: string) => editor.page.getByRole('status').getByText(text);

it('takes an uploaded file and its columns', async () => {
  const uid = await editor.makeDraft(FORM);
  await editor.open(uid);
  await editor.item('Where?').click();
  await message('The form has no file places.csv. Upload it.').waitFor();
  await upload('districts.csv', 'code,english,note\nn,North,\ns,South,\n');
  await message('There is no column "name".').waitFor();
  await message('The file has no column label. Choose another one.').waitFor();
  expect(await editor.field('File').inputValue()).toBe('districts.csv');
  expect(await options('Column of the values')).toEqual(['name (as usual)', 'code', 'english', 'note']);
  expect(await editor.flaws()).toEqual([]);
  await editor.field('Column of the values').selectOption('code');
  await editor.field('Column of the labels').selectOption('english');
  await message('The file has no column').waitFor({ state: 'detached' });
  await editor.save();
  expect((await editor.contentOf(uid)).survey[0]).toMatchObject({
    type: 'select_one_from_file',
    file: 'districts.csv',
    parameters: 'value=code label=english',
  });
  const { body } = await editor.app.as('owner').get(`/api/v2/assets/${uid}/files/?file_type=form_media`);
  expect((body as { results: object[] }).results).toMatchObject([
    { metadata: { filename: 'districts.csv' } },
  ]);
  await editor.press('Control+z', 'Control+z', 'Control+z');
  expect(await editor.field('File').inputValue()).toBe('places.csv');
  expect(editor.violations).toEqual([]);
});

it('chooses among the files of the form by keys, and says what of them can not be chosen', async () => {
  const uid = await editor.makeDraft(FORM);
  await addFile(uid, 'wells.xml', WELLS);
  await addFile(
    uid,
    'places.geojson',
    '{"type":"FeatureCollection","features":[{"id":1,"properties":{"title":"A"}}]}',
  );
  await addFile(uid, 'crab.png', 'png');
  await editor.open(uid);
  await editor.item('Which wells?').click();
  await message('The value “a b” has a space').waitFor();
  expect(await options('File')).toEqual(['wells.xml', 'places.geojson']);
  expect(await options('Column of the values')).toEqual(['name (as usual)', 'label']);
  await editor.item('Where?').click();
  await message('The form has no file places.csv').waitFor();
  await editor.field('File').focus();
  await editor.press('ArrowDown', 'ArrowDown');
  expect(await editor.field('File').inputValue()).toBe('places.geojson');
  // The columns follow when the file was read.
  const columns = await eventually(
    () => options('Column of the labels'),
    ({ length }) => length > 1,
  );
  expect(columns).toEqual(['title (as usual)', 'id']);
  expect(await message('The').count()).toBe(0);
});

it.each([1280, 800])('says why a file was not uploaded, in a window of %i', async (width) => {
  const uid = await editor.makeDraft(FORM);
  await addFile(uid, 'places.csv', 'name,label\na,A\n');
  await editor.open(uid, { width });
  await editor.item('Where?').click();
  await upload('places.csv', 'name,label\nb,B\n');
  await message('The form has a file of this name.').waitFor();
  await upload('places.exe', 'x');
  await message('MIME types are allowed').waitFor();
  expect(await editor.field('File').inputValue()).toBe('places.csv');
  expect(await editor.flaws()).toEqual([]);
});

it('makes a select from a file of a new question', async () => {
  const uid = await editor.makeDraft({ survey: [] });
  await addFile(uid, 'places.csv', 'name,label\na,A\n');
  await editor.open(uid);
  await editor.addQuestion('select_one_from_file', 'Where?');
  await editor.field('File').selectOption('places.csv');
  await editor.page.getByText('No problems').waitFor();
  await editor.save();
  expect((await editor.contentOf(uid)).survey[0]).toMatchObject({
    type: 'select_one_from_file',
    file: 'places.csv',
  });
});
