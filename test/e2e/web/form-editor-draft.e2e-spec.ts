import type { Page } from 'playwright-core';
import { grant } from '../../factories/asset.factory';
import { EditorPage } from '../../support/editor-page';
import { eventually } from '../../support/eventually';

const ONE = { survey: [{ type: 'text', name: 'a', label: 'A' }] };

let editor: EditorPage;

beforeAll(async () => {
  editor = await EditorPage.start();
  await editor.app.addUser('editor');
});
afterAll(() => editor.stop());
afterEach(() => editor.closePage());

const said = (words: string | RegExp, page: Page = editor.page): Promise<void> =>
  page.getByText(words).first().waitFor();

async function openForm(): Promise<string> {
  const uid = await editor.makeDraft(ONE);
  await editor.open(uid);
  await editor.page.getByRole('tree').waitFor();
  return uid;
}

/** Label of the first question of the stored draft; undefined without one. */
async function draftLabel(uid: string): Promise<unknown> {
  const { status, body } = await editor.app.as('owner').get(`/api/v2/assets/${uid}/draft/`);
  if (status === 404) return undefined;
  return (body as { content: { survey: { label: string[] }[] } }).content.survey[0]!.label[0];
}
const draftBecomes = (uid: string, label: string | undefined): Promise<unknown> =>
  eventually(
    () => draftLabel(uid),
    (stored) => stored === label,
  );
const savedLabel = async (uid: string): Promise<unknown> => (await editor.contentOf(uid)).survey[0]!['label'];

/** Types a label, and waits until it is stored. */
async function store(label: string): Promise<void> {
  await editor.field('Label').fill(label);
  await said('Draft saved.');
}

/** Another person saves a version. */
async function saveTheirs(uid: string): Promise<void> {
  const content = { survey: [{ type: 'text', name: 'a', label: 'Theirs' }] };
  await editor.app.as('editor').patch(`/api/v2/assets/${uid}/`).send({ content }).expect(200);
}

describe('a draft', () => {
  it('is found in another browser after this one was closed, and discarded there', async () => {
    const uid = await openForm();
    await store('Kept');
    expect(await editor.flaws()).toEqual([]);
    await editor.closePage();
    expect(await savedLabel(uid)).toEqual(['A']);
    await editor.open(uid);
    await said(/^Your draft of /);
    expect(await editor.labels()).toEqual(['Kept']);
    await editor.button('Discard the draft').click();
    expect(await editor.labels()).toEqual(['A']);
    expect(await editor.button('Save').isDisabled()).toBe(true);
    await draftBecomes(uid, undefined);
    await editor.press('Control+z');
    expect(await editor.labels()).toEqual(['Kept']);
    await draftBecomes(uid, 'Kept');
  });

  it('ends when it is saved, and when it is undone', async () => {
    const uid = await openForm();
    await store('Saved');
    await editor.save();
    await draftBecomes(uid, undefined);
    await store('Undone');
    await editor.button('Undo').click();
    await draftBecomes(uid, undefined);
    await editor.page.reload();
    await editor.page.getByRole('tree').waitFor();
    expect(await editor.labels()).toEqual(['Saved']);
    expect(await editor.button('Discard the draft').count()).toBe(0);
  });

  it('has the last change before the page is left', async () => {
    const uid = await openForm();
    await editor.field('Label').fill('Last');
    await editor.page.goto('about:blank');
    await draftBecomes(uid, 'Last');
  });

  it('is deleted when it says what is saved already', async () => {
    const uid = await openForm();
    const { content, version_id } = (await editor.app.as('owner').get(`/api/v2/assets/${uid}/`)).body;
    const draft = { content, base_version_id: version_id };
    await editor.app.as('owner').put(`/api/v2/assets/${uid}/draft/`).send(draft).expect(200);
    await editor.page.reload();
    await draftBecomes(uid, undefined);
    expect(await editor.button('Save').isDisabled()).toBe(true);
  });

  it('does not stop the editor when a client stored no form', async () => {
    const uid = await openForm();
    const { version_id } = (await editor.app.as('owner').get(`/api/v2/assets/${uid}/`)).body;
    const draft = { content: { survey: [7] }, base_version_id: version_id };
    await editor.app.as('owner').put(`/api/v2/assets/${uid}/draft/`).send(draft).expect(200);
    await editor.page.reload();
    await store('Mended');
    expect(await draftLabel(uid)).toBe('Mended');
  });
});

describe('without a connection', () => {
  it('keeps changes in the browser, says so, and stores them as soon as there is one', async () => {
    const uid = await openForm();
    await store('Before');
    const context = editor.page.context();
    await context.setOffline(true);
    await editor.field('Label').fill('Meanwhile');
    await said('Unsaved: no connection.');
    await said('(not up to date)');
    await editor.field('Label').fill('Meanwhile too');
    expect(await draftLabel(uid)).toBe('Before');
    expect(await editor.flaws()).toEqual([]);
    await context.setOffline(false);
    await said('Draft saved.');
    expect(await draftLabel(uid)).toBe('Meanwhile too');
    await editor.page.getByText('(not up to date)').waitFor({ state: 'detached' });
    expect(await editor.page.evaluate('localStorage.length')).toBe(0);
  });

  it('finds changes again in this browser after the page was closed', async () => {
    const uid = await openForm();
    await store('Before');
    const { page } = editor;
    await page.context().setOffline(true);
    await editor.field('Label').fill('In this browser');
    await said('Unsaved: no connection.');
    await page.context().setOffline(false);
    // Closed before anything is sent again.
    await page.route('**/draft/**', (route) => route.abort());
    await editor.openWindow(uid);
    expect(await editor.labels()).toEqual(['In this browser']);
    await draftBecomes(uid, 'In this browser');
  });

  it('takes a draft whose answer was lost for its own', async () => {
    const uid = await openForm();
    let lost = 0;
    await editor.page.route('**/draft/', async (route) => {
      if (route.request().method() !== 'PUT' || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      await route.abort();
    });
    await editor.field('Label').fill('Arrived');
    await said('Unsaved: no connection.');
    await editor.field('Label').fill('Arrived later');
    await said('Draft saved.');
    expect(lost).toBe(1);
    expect(await draftLabel(uid)).toBe('Arrived later');
  });

  it('stores nothing that was undone after an answer was lost', async () => {
    const uid = await openForm();
    await editor.page.route('**/draft/', async (route) => {
      if (route.request().method() === 'PUT') await route.fetch();
      await route.abort();
    });
    await editor.field('Label').fill('Undone');
    await said('Unsaved: no connection.');
    expect(await draftLabel(uid)).toBe('Undone');
    await editor.button('Undo').click();
    await editor.page.unroute('**/draft/');
    await draftBecomes(uid, undefined);
    expect(await editor.labels()).toEqual(['A']);
  });

  it('checks the form again after the service was too busy', async () => {
    await openForm();
    let refused = 0;
    await editor.page.route('**/check/**', async (route) => {
      refused += 1;
      if (refused > 1) return route.continue();
      await route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, json: { detail: 'Busy.' } });
    });
    await editor.field('Condition as XPath').fill('${nothing} = 1');
    await said('(not up to date)');
    await said('Problems: 1');
    await editor.page.getByText('(not up to date)').waitFor({ state: 'detached' });
  });

  it('says why the service refuses a draft, keeps it, and asks before the page is closed', async () => {
    await openForm();
    await editor.page.route('**/draft/', (route) =>
      route.fulfill({ status: 413, json: { detail: 'The body is too large.' } }),
    );
    await editor.field('Label').fill('Large');
    await said('Draft not saved: The body is too large. Your changes are kept in this browser.');
    expect(await editor.page.evaluate('localStorage.length')).toBe(1);
    const asked = editor.page.waitForEvent('dialog');
    await editor.page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
  });
});

describe('two windows of one person', () => {
  async function openTwo() {
    const uid = await openForm();
    const first = editor.page;
    const second = await editor.openWindow(uid);
    editor.use(first);
    await store('First');
    editor.use(second);
    await editor.field('Label').fill('Second');
    await said('you changed the form in another window too');
    expect(await draftLabel(uid)).toBe('First');
    expect(await editor.flaws()).toEqual([]);
    await editor.button('Choose a draft').click();
    return { uid, first };
  }

  it('do not overwrite each other: the second takes the draft of the first, and undoes it', async () => {
    const { uid } = await openTwo();
    await editor.button('Cancel').click();
    expect(await editor.labels()).toEqual(['Second']);
    await editor.button('Choose a draft').click();
    await editor.dialog().getByRole('button', { name: 'The other one' }).click();
    expect(await editor.labels()).toEqual(['First']);
    await said('Draft saved.');
    await editor.button('Undo').click();
    expect(await editor.labels()).toEqual(['Second']);
    await draftBecomes(uid, 'Second');
  });

  it('do not overwrite each other: the second keeps its own, and the first is asked', async () => {
    const { uid, first } = await openTwo();
    await editor.button('The one on this screen').click();
    await said('Draft saved.');
    expect(await draftLabel(uid)).toBe('Second');
    editor.use(first);
    await editor.field('Label').fill('First again');
    await said('you changed the form in another window too');
    expect(await draftLabel(uid)).toBe('Second');
  });

  it('go on when one of them saved', async () => {
    const { uid, first } = await openTwo();
    await editor.button('Cancel').click();
    const second = editor.page;
    editor.use(first);
    await editor.save();
    await draftBecomes(uid, undefined);
    const third = await editor.openWindow(uid);
    await store('Third');
    expect(await savedLabel(uid)).toEqual(['First']);
    await third.close();
    editor.use(second);
    expect(await editor.labels()).toEqual(['Second']);
  });
});

describe('a version that another person saved meanwhile', () => {
  it('is told of within seconds; both are shown, and neither is lost', async () => {
    const uid = await openForm();
    await grant(editor.app, uid, 'editor', ['change_asset']);
    await store('Mine');
    await saveTheirs(uid);
    await store('Mine too');
    await said('Another version was saved meanwhile.');
    await editor.button('Show both').click();
    await editor.dialog().getByText('editor saved another version').waitFor();
    const compared = editor.dialog().getByRole('link', { name: 'Show what changed' });
    expect(await compared.getAttribute('href')).toContain('/versions/');
    await editor.dialog().getByRole('button', { name: 'Discard mine' }).click();
    expect(await editor.labels()).toEqual(['Theirs']);
    await draftBecomes(uid, undefined);
    expect(await editor.page.getByText('Another version was saved').count()).toBe(0);
    await editor.button('Undo').click();
    await editor.button('Save').click();
    await editor.dialog().getByText('editor saved another version').waitFor();
    expect(await savedLabel(uid)).toEqual(['Theirs']);
    await editor.dialog().getByRole('button', { name: 'Save mine' }).click();
    await said('Saved as a new version.');
    expect(await savedLabel(uid)).toEqual(['Mine too']);
  });

  it('is told of when the draft is opened again', async () => {
    const uid = await openForm();
    await grant(editor.app, uid, 'editor', ['change_asset']);
    await store('Mine');
    await editor.closePage();
    await saveTheirs(uid);
    await editor.open(uid);
    await said('Another version was saved meanwhile.');
    expect(await editor.labels()).toEqual(['Mine']);
    await editor.button('Discard the draft').click();
    await editor.dialog().getByRole('button', { name: 'Discard mine' }).click();
    expect(await editor.labels()).toEqual(['Theirs']);
    await draftBecomes(uid, undefined);
  });
});

it('writes problems and warnings in the language of the page', async () => {
  const uid = await editor.makeDraft(ONE);
  await editor.open(uid);
  await editor.page.setExtraHTTPHeaders({ 'Accept-Language': 'fr' });
  await editor.page.reload();
  await editor.field('Condition en XPath').fill('${nothing} = 1');
  await said('Problèmes : 1');
  expect(await editor.page.locator('.problem-list').textContent()).toContain(
    'Il n’y a ni question ni groupe nommé « nothing »',
  );
  await said('Brouillon enregistré.');
});
