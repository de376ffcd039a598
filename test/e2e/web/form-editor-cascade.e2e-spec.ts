import { EditorPage } from '../../support/editor-page';

/**
 * A person's task: make a form from nothing, whose districts are those of the chosen region, from lists in a spreadsheet,
 * and which asks for name and age of each member of a household.
 */
let editor: EditorPage;

beforeAll(async () => {
  editor = await EditorPage.start();
});
afterAll(() => editor.stop());
afterEach(() => editor.closePage());

const PLACES = [
  ['list_name', 'name', 'label', 'region'],
  ['region', 'north', 'North', ''],
  ['region', 'south', 'South', ''],
  ['district', 'arua', 'Arua', 'north'],
  ['district', 'gulu', 'Gulu', 'north'],
  ['district', 'rakai', 'Rakai', 'south'],
];

it('builds a form with a cascade and a repeat from nothing, and takes a submission', async () => {
  await editor.open('', { path: '/projects/new/' });
  const { page } = editor;
  await editor.field('Name of the project').fill('Households');
  await editor.button('Make a form').click();
  await page.waitForURL('**/form/edit/');
  const [, uid = ''] = /projects\/(\w+)\//.exec(page.url()) ?? [];
  await editor.button('Paste rows').click();
  await editor.field('Rows copied from a spreadsheet').fill(PLACES.map((row) => row.join('\t')).join('\n'));
  await editor.dialog().getByText('Rows: 5').waitFor();
  await editor.dialog().getByRole('button', { name: 'Paste rows' }).click();
  await page.getByText('Pasted rows: 5.').waitFor();

  const useList = async (list: string): Promise<void> => {
    await editor.field('Name of the list').fill(list);
    await editor.press('Tab');
    expect(await editor.field('Name of choice 1').inputValue()).not.toBe('');
  };
  await editor.addQuestion('select_one', 'Region');
  await useList('region');
  await editor.addQuestion('select_one', 'District');
  await useList('district');
  await editor.field('Filter of the choices (XPath)').fill('region = ${region}');
  await editor.button('Repeated group').click();
  await editor.field('Label').fill('Member');
  await editor.addQuestion('text', 'First name');
  await editor.addQuestion('integer', 'Age');
  await page.getByText('No problems').or(page.getByText('Warnings')).first().waitFor();
  expect(await editor.labels()).toEqual(['Region', 'District', 'Member', 'First name', 'Age']);
  expect(await editor.flaws()).toEqual([]);
  await editor.save();
  await editor.deploy({ isFirst: true });

  await editor.openWebForm(uid);
  expect(await page.getByText('Gulu').count()).toBe(0);
  await page.getByText('North', { exact: true }).click();
  await page.getByText('Gulu', { exact: true }).click();
  expect(await page.getByText('Rakai').count()).toBe(0);
  await page.getByLabel('First name').fill('Asha');
  await page.getByLabel('Age').fill('31');
  await page.getByRole('button', { name: 'Add Member' }).click();
  await page.getByLabel('First name').nth(1).fill('Ben');
  const submission = await editor.sendWebForm(uid);
  expect(submission).toMatchObject({ region: 'north', district: 'gulu' });
  expect(submission['member']).toEqual([
    { 'member/first_name': 'Asha', 'member/age': '31' },
    { 'member/first_name': 'Ben' },
  ]);
  expect(editor.violations).toEqual([]);
});
