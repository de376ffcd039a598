import type { Browser as Chromium, Page } from 'playwright-core';
import { grant } from '../../factories/asset.factory';
import { importFile } from '../../factories/import.factory';
import { workbook } from '../../factories/workbook.factory';
import { startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { launchChromium } from '../../support/chromium';
import { eventually } from '../../support/eventually';
import { signInPage } from '../../support/sign-in-page';

const SURVEY_HEADER =
  'type|name|label::English (en)|label::Français (fr)|hint::English (en)|my column|parameters|guidance_hint::English (en)';
const HOSTILE = '<img src=x onerror=alert(1)>"&';

let app: TestApp;
let chromium: Chromium;
let page: Page;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'editor']) await app.addUser(name);
  chromium = await launchChromium();
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});
afterEach(() => page.context().close());

const editorPath = (uid: string): string => `/projects/${uid}/form/edit/`;

interface Stored {
  readonly survey: Record<string, unknown>[];
  readonly choices?: Record<string, unknown>[];
}

async function makeDraft(content: object = { survey: [] }): Promise<string> {
  const body = { asset_type: 'survey', name: 'Wells', content };
  return (await app.as('owner').post('/api/v2/assets/').send(body).expect(201)).body.uid as string;
}

async function contentOf(uid: string): Promise<Stored> {
  return (await app.as('owner').get(`/api/v2/assets/${uid}/`).expect(200)).body.content as Stored;
}

async function open(path: string, { width = 1280 } = {}): Promise<void> {
  page = await (await chromium.newContext({ viewport: { width, height: 800 } })).newPage();
  await signInPage(page, app, { next: path });
}

const tree = () => page.getByRole('tree');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabel(name, { exact: true });
const labels = (): Promise<string[]> => tree().locator('.row-label').allTextContents();
const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

async function addQuestion(type: string, label: string): Promise<void> {
  await button('Add a question').click();
  await page.getByLabel('Search types of questions').fill(type);
  await press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await field('Label').fill(label);
}

const saved = () => page.getByText('Saved as a new version.');
const save = (): Promise<unknown> => Promise.all([button('Save').click(), saved().waitFor()]);

it('makes a form without an XLSForm, deploys it and takes a submission', async () => {
  await open('/projects/new/');
  await field('Name of the project').fill('Water');
  await button('Make a form').click();
  await page.waitForURL('**/form/edit/');
  const [, uid = ''] = /projects\/(\w+)\//.exec(page.url()) ?? [];
  await button('Group').click();
  await field('Label').fill('Household');
  await addQuestion('select_one', 'Is there water?');
  await button('Add a choice').click();
  await page.keyboard.type('Yes');
  await press('Enter');
  await page.keyboard.type('No');
  await addQuestion('integer', 'How many litres?');
  await button('Add a condition').click();
  expect(await field('Condition as XPath').inputValue()).toBe("${is_there_water} = 'yes'");
  await button('Preview').click();
  await page.frameLocator('iframe').getByText('Is there water?').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await save();
  await page.getByRole('link', { name: 'Review the changes and deploy' }).click();
  await button('Deploy').click();
  await page.getByText('The form was deployed').waitFor();

  await page.goto(`${app.origin}/web-forms/${uid}/single/`);
  expect(await page.getByText('How many litres?').count()).toBe(0);
  await page.getByText('Yes', { exact: true }).click();
  await page.getByRole('spinbutton').or(page.getByLabel('How many litres?')).first().fill('20');
  await page.getByRole('button', { name: 'Send' }).click();
  const { results } = await eventually(
    async () => (await app.as('owner').get(`/api/v2/assets/${uid}/data/`)).body as { results: object[] },
    (body) => body.results.length === 1,
  );
  expect(results[0]).toMatchObject({
    'household/is_there_water': 'yes',
    'household/how_many_litres': '20',
  });
});

it('changes one label of an imported form, and nothing else of its content', async () => {
  const file = workbook({
    survey: [
      SURVEY_HEADER.split('|'),
      ['start', 'start'],
      ['text', 'full_name', 'Name', 'Nom', 'Given first', 'kept', '', 'Ask politely'],
      ['begin group', 'place', 'Place', 'Lieu'],
      ['select_multiple water', 'source', HOSTILE, 'Source', '', '7', 'randomize=true'],
      ['end group'],
      ['range', 'depth', 'Depth', 'Profondeur', '', '', 'start=0 end=10 step=1'],
    ],
    choices: [
      ['list_name', 'name', 'label::English (en)', 'label::Français (fr)', 'district'],
      ['water', 'tap', 'Tap', 'Robinet', 'north'],
      ['water', 'well', 'Well', 'Puits', 'south'],
    ],
    settings: ['style|default_language', 'pages|English (en)'].map((row) => row.split('|')),
  });
  const uid = await importedForm(file);
  const before = await contentOf(uid);
  await open(editorPath(uid));
  await page.getByRole('treeitem', { name: HOSTILE }).click();
  expect(await page.getByText('my column').count()).toBe(1);
  await field('Label (Français (fr))').fill('Sources d’eau');
  await save();
  const expected = structuredClone(before);
  expected.survey.find(({ name }) => name === 'source')!['label'] = [HOSTILE, 'Sources d’eau'];
  expect(await contentOf(uid)).toEqual(expected);
});

async function importedForm(file: Uint8Array): Promise<string> {
  const { messages } = await importFile(app, file);
  return messages.created![0]!.uid;
}

describe('structure', () => {
  const THREE = {
    survey: [
      { type: 'text', name: 'a', label: 'First' },
      { type: 'text', name: 'b', label: 'Second' },
      { type: 'text', name: 'c', label: HOSTILE, relevant: "${a} = 'x'" },
    ],
  };

  it('moves, copies, renames and deletes by keys, and undoes all of it', async () => {
    const uid = await makeDraft(THREE);
    await open(editorPath(uid));
    await page.getByRole('treeitem', { name: 'First' }).click();
    await press('Alt+ArrowDown');
    expect(await labels()).toEqual(['Second', 'First', HOSTILE]);
    await field('Name').fill('renamed');
    await press('Enter');
    await page.getByRole('treeitem', { name: HOSTILE }).click();
    expect(await field('Condition as XPath').inputValue()).toBe("${renamed} = 'x'");
    await button('Copy').click();
    expect(await labels()).toEqual(['Second', 'First', HOSTILE, HOSTILE]);
    await page.getByRole('treeitem', { name: 'First' }).click();
    await press('Delete');
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual([HOSTILE, HOSTILE]);
    await dialog.getByRole('button', { name: 'Delete anyway' }).click();
    await page.getByText('Problems: 2').waitFor();
    expect(await labels()).toEqual(['Second', HOSTILE, HOSTILE]);
    while (await button('Undo').isEnabled()) await press('Control+z');
    expect(await labels()).toEqual(['First', 'Second', HOSTILE]);
    expect(await button('Save').isDisabled()).toBe(true);
    while (await button('Redo').isEnabled()) await press('Control+Shift+z');
    expect(await labels()).toEqual(['Second', HOSTILE, HOSTILE]);
  });

  it('moves a question by drag', async () => {
    await open(editorPath(await makeDraft(THREE)));
    const source = tree().locator('li').nth(0);
    await source.dragTo(tree().locator('li').nth(1), { targetPosition: { x: 20, y: 40 } });
    await source.getByText('Second').waitFor();
    expect(await labels()).toEqual(['Second', 'First', HOSTILE]);
  });

  it('touches a few elements of a thousand questions for a key press', async () => {
    const rowOf = (at: number) => ({ type: 'text', name: `q${at}`, label: `Q ${at}` });
    const survey = Array.from({ length: 1000 }, (_, at) => rowOf(at));
    await open(editorPath(await makeDraft({ survey })));
    await tree().locator('li').nth(500).click();
    await page.getByText('No problems').or(page.getByText('Warnings')).first().waitFor();
    await page.evaluate(`
      touched = 0;
      new MutationObserver((changes) => { touched += changes.length; })
        .observe(document.querySelector('#form-editor'), { subtree: true, childList: true, attributes: true, characterData: true });
    `);
    const touched = (): Promise<number> => page.evaluate<number>('touched');
    await field('Label').press('End');
    await page.keyboard.type('!');
    expect(await touched()).toBeLessThan(30);
    await tree().locator('li').nth(500).click();
    await page.evaluate('touched = 0');
    await press('Alt+ArrowUp');
    expect((await labels())[499]).toBe('Q 500!');
    expect(await touched()).toBeLessThan(30);
  });
});

describe('saving', () => {
  const ONE = { survey: [{ type: 'text', name: 'a', label: 'A' }] };
  const labelOf = async (uid: string): Promise<unknown> => (await contentOf(uid)).survey[0]!['label'];

  it('shows when another person saved meanwhile, and saves over it only when asked to', async () => {
    const uid = await makeDraft(ONE);
    await grant(app, uid, 'editor', ['change_asset']);
    await open(editorPath(uid));
    await field('Label').fill('Mine');
    const editorSaves = (label: string) => {
      const content = { survey: [{ type: 'text', name: 'a', label }] };
      return app.as('editor').patch(`/api/v2/assets/${uid}/`).send({ content }).expect(200);
    };
    await editorSaves('Theirs');
    await press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'The form was changed meanwhile' });
    await dialog.getByText('editor saved another version').waitFor();
    expect(await labelOf(uid)).toEqual(['Theirs']);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await button('Save').click();
    await dialog.waitFor();
    await editorSaves('Theirs again');
    await dialog.getByRole('button', { name: 'Save mine' }).click();
    await dialog.getByText('editor saved another version').waitFor();
    expect(await labelOf(uid)).toEqual(['Theirs again']);
    await Promise.all([dialog.getByRole('button', { name: 'Save mine' }).click(), saved().waitFor()]);
    expect(await labelOf(uid)).toEqual(['Mine']);
  });

  it('shows unsaved changes again', async () => {
    const uid = await makeDraft(ONE);
    await open(editorPath(uid));
    await field('Label').fill('Kept');
    await page.getByText('Draft saved.').waitFor();
    await page.reload();
    await page.getByRole('treeitem', { name: 'Kept' }).waitFor();
    expect(await labels()).toEqual(['Kept']);
    await save();
    expect(await labelOf(uid)).toEqual(['Kept']);
    await page.reload();
    await tree().waitFor();
    expect(await page.getByText('Your draft of').count()).toBe(0);
  });

  it('keeps the changes while the service cannot be reached', async () => {
    const uid = await makeDraft(ONE);
    await open(editorPath(uid));
    await field('Label').fill('Kept');
    await page.context().setOffline(true);
    await button('Save').click();
    await page.getByText('The service could not be reached').waitFor();
    await page.context().setOffline(false);
    await save();
    expect(await labelOf(uid)).toEqual(['Kept']);
  });
});

it('shows problems beside their field, and leads to them', async () => {
  const survey = ['A', 'B'].map((label) => ({ type: 'text', name: label.toLowerCase(), label }));
  await open(editorPath(await makeDraft({ survey })));
  await page.getByRole('treeitem', { name: 'B' }).click();
  await field('Condition as XPath').fill('${nothing} = 1');
  await page.getByText('Problems: 1').first().waitFor();
  await page.getByRole('treeitem', { name: 'A' }).click();
  await page.locator('.problems > summary').click();
  await page.locator('.problem-list button').click();
  const xpath = field('Condition as XPath');
  expect(await xpath.getAttribute('aria-invalid')).toBe('true');
  expect(await page.locator('#relevant-problem').textContent()).toContain('nothing');
  expect(await seriousFindings(page)).toEqual([]);
});

it('mends a label on a phone', async () => {
  const uid = await makeDraft({ survey: [{ type: 'text', name: 'a', label: 'A' }] });
  await open(editorPath(uid), { width: 390 });
  await page.getByRole('treeitem', { name: 'A' }).click();
  expect(await tree().isVisible()).toBe(false);
  await field('Label').fill('B');
  expect(await seriousFindings(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await button('Back to the structure').click();
  expect(await labels()).toEqual(['B']);
  expect(await seriousFindings(page)).toEqual([]);
  await save();
});
