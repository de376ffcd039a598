import { grant } from '../../factories/asset.factory';
import { EditorPage } from '../../support/editor-page';
import { signInPage } from '../../support/sign-in-page';

/** With the language of the page in its query. */
const DRAFT = /\/draft\/(\?|$)/;

const ONE = { survey: [{ type: 'text', name: 'a', label: 'A' }] };

let editor: EditorPage;

beforeAll(async () => {
  editor = await EditorPage.start();
});
afterAll(() => editor.stop());
afterEach(() => editor.closePage());

describe('a draft', () => {
  it('is found in another browser after this one was closed, and discarded there', async () => {
    const uid = await editor.openForm();
    await editor.storeLabel('Kept');
    expect(await editor.flaws()).toEqual([]);
    await editor.closePage();
    expect(await editor.savedLabel(uid)).toEqual(['A']);
    await editor.open(uid);
    await editor.said(/^Your draft of /);
    expect(await editor.labels()).toEqual(['Kept']);
    await editor.button('Discard the draft').click();
    expect(await editor.labels()).toEqual(['A']);
    expect(await editor.button('Save').isDisabled()).toBe(true);
    await editor.draftBecomes(uid, undefined);
    await editor.press('Control+z');
    expect(await editor.labels()).toEqual(['Kept']);
    await editor.draftBecomes(uid, 'Kept');
  });

  it('ends when it is saved, and when it is undone', async () => {
    const uid = await editor.openForm();
    await editor.storeLabel('Saved');
    await editor.save();
    await editor.draftBecomes(uid, undefined);
    await editor.storeLabel('Undone');
    await editor.button('Undo').click();
    await editor.draftBecomes(uid, undefined);
    await editor.page.reload();
    await editor.page.getByRole('tree').waitFor();
    expect(await editor.labels()).toEqual(['Saved']);
    expect(await editor.button('Discard the draft').count()).toBe(0);
  });

  it('has the last change before the page is left', async () => {
    const uid = await editor.openForm();
    await editor.field('Label').fill('Last');
    await editor.page.goto('about:blank');
    await editor.draftBecomes(uid, 'Last');
  });

  it('has a name that was being typed when the page was left', async () => {
    const uid = await editor.openForm();
    await editor.page.getByRole('tree').waitFor();
    await editor.field('Name').fill('typed');
    await editor.page.goto(`${editor.app.origin}/projects/`);
    await editor.openWindow(uid);
    expect(await editor.field('Name').inputValue()).toBe('typed');
  });

  it('is deleted when it says what is saved already', async () => {
    const uid = await editor.openForm();
    const { content, version_id } = (await editor.app.as('owner').get(`/api/v2/assets/${uid}/`)).body;
    const draft = { content, base_version_id: version_id };
    await editor.app.as('owner').put(`/api/v2/assets/${uid}/draft/`).send(draft).expect(200);
    await editor.page.reload();
    await editor.draftBecomes(uid, undefined);
    expect(await editor.button('Save').isDisabled()).toBe(true);
  });

  it('does not stop the editor when a client stored no form', async () => {
    const uid = await editor.openForm();
    const { version_id } = (await editor.app.as('owner').get(`/api/v2/assets/${uid}/`)).body;
    const draft = { content: { survey: [7] }, base_version_id: version_id };
    await editor.app.as('owner').put(`/api/v2/assets/${uid}/draft/`).send(draft).expect(200);
    await editor.page.reload();
    await editor.storeLabel('Mended');
    expect(await editor.draftLabel(uid)).toBe('Mended');
  });
});

describe('without a connection', () => {
  it('keeps changes in the browser, says so, and stores them as soon as there is one', async () => {
    const uid = await editor.openForm();
    await editor.storeLabel('Before');
    const context = editor.page.context();
    await context.setOffline(true);
    await editor.field('Label').fill('Meanwhile');
    await editor.said('Unsaved: no connection.');
    await editor.said('(not up to date)');
    await editor.field('Label').fill('Meanwhile too');
    expect(await editor.draftLabel(uid)).toBe('Before');
    expect(await editor.flaws()).toEqual([]);
    await context.setOffline(false);
    await editor.said('Draft saved.');
    expect(await editor.draftLabel(uid)).toBe('Meanwhile too');
    await editor.page.getByText('(not up to date)').waitFor({ state: 'detached' });
    expect(await editor.page.evaluate('localStorage.length')).toBe(0);
  });

  it('finds changes again in this browser after the page was closed', async () => {
    const uid = await editor.openForm();
    await editor.storeLabel('Before');
    const { page } = editor;
    await page.context().setOffline(true);
    await editor.field('Label').fill('In this browser');
    await editor.said('Unsaved: no connection.');
    await page.context().setOffline(false);
    // Closed before anything is sent again.
    await page.route('**/draft/**', (route) => route.abort());
    await editor.openWindow(uid);
    expect(await editor.labels()).toEqual(['In this browser']);
    await editor.draftBecomes(uid, 'In this browser');
  });

  it('takes a draft whose answer was lost for its own', async () => {
    const uid = await editor.openForm();
    let lost = 0;
    await editor.page.route(DRAFT, async (route) => {
      if (route.request().method() !== 'PUT' || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      await route.abort();
    });
    await editor.field('Label').fill('Arrived');
    await editor.said('Unsaved: no connection.');
    await editor.field('Label').fill('Arrived later');
    await editor.said('Draft saved.');
    expect(lost).toBe(1);
    expect(await editor.draftLabel(uid)).toBe('Arrived later');
  });

  it('stores changes after a connection ended in the middle of an answer', async () => {
    const uid = await editor.openForm();
    let cut = 0;
    await editor.page.route(DRAFT, async (route) => {
      if (route.request().method() !== 'PUT' || cut > 0) return route.continue();
      cut += 1;
      await route.fulfill({ status: 200, contentType: 'application/json', body: '{"content": {"sur' });
    });
    await editor.field('Label').fill('Cut off');
    await editor.said('Unsaved: no connection.');
    await editor.field('Label').fill('Later');
    await editor.said('Draft saved.');
    expect(await editor.draftLabel(uid)).toBe('Later');
  });

  it('stores nothing that was undone after an answer was lost', async () => {
    const uid = await editor.openForm();
    await editor.page.route(DRAFT, async (route) => {
      if (route.request().method() === 'PUT') await route.fetch();
      await route.abort();
    });
    await editor.field('Label').fill('Undone');
    await editor.said('Unsaved: no connection.');
    expect(await editor.draftLabel(uid)).toBe('Undone');
    await editor.button('Undo').click();
    await editor.page.unroute(DRAFT);
    await editor.draftBecomes(uid, undefined);
    expect(await editor.labels()).toEqual(['A']);
  });

  it('checks the form again after the service was too busy', async () => {
    await editor.openForm();
    let refused = 0;
    await editor.page.route('**/check/**', async (route) => {
      refused += 1;
      if (refused > 1) return route.continue();
      await route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, json: { detail: 'Busy.' } });
    });
    await editor.field('Condition as XPath').fill('${nothing} = 1');
    await editor.said('(not up to date)');
    await editor.said('Problems: 1');
    await editor.page.getByText('(not up to date)').waitFor({ state: 'detached' });
  });

  it('says why the service refuses a draft, keeps it, and asks before the page is closed', async () => {
    await editor.openForm();
    await editor.page.route(DRAFT, (route) =>
      route.fulfill({ status: 413, json: { detail: 'The body is too large.' } }),
    );
    await editor.field('Label').fill('Large');
    await editor.said('Draft not saved: The body is too large. Your changes are kept in this browser.');
    expect(await editor.page.evaluate('localStorage.length')).toBe(1);
    const asked = editor.page.waitForEvent('dialog');
    await editor.page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
  });
});

it('stores and saves nothing as another person who signed in meanwhile, and goes on as the same one', async () => {
  await editor.app.addUser('editor');
  const uid = await editor.openForm();
  await grant(editor.app, uid, 'editor', ['change_asset']);
  const { page } = editor;
  const other = await page.context().newPage();
  const signInAs = async (username: string): Promise<void> => {
    await page.context().clearCookies();
    await signInPage(other, editor.app, { username });
  };
  await signInAs('editor');
  await editor.field('Label').fill('Typed by owner');
  await editor.said('Draft not saved: You are no longer signed in as owner.');
  await editor.button('Save').click();
  await editor.said('Not saved. You are no longer signed in as owner. Sign in again on another page.');
  expect(await editor.savedLabel(uid)).toEqual(['A']);
  await editor.app.as('editor').get(`/api/v2/assets/${uid}/draft/`).expect(404);
  await signInAs('owner');
  await editor.save();
  expect(await editor.savedLabel(uid)).toEqual(['Typed by owner']);
});

it('writes problems and warnings in the language of the page', async () => {
  const uid = await editor.makeDraft(ONE);
  await editor.open(uid);
  await editor.page.setExtraHTTPHeaders({ 'Accept-Language': 'fr' });
  await editor.page.reload();
  await editor.field('Condition en XPath').fill('${nothing} = 1');
  await editor.said('Problèmes : 1');
  expect(await editor.page.locator('.problem-list').textContent()).toContain(
    'Il n’y a ni question ni groupe nommé « nothing »',
  );
  await editor.said('Brouillon enregistré.');
  await editor.button('Aperçu').click();
  await editor.said('Pas d’aperçu tant que le formulaire a des problèmes.');
});

it('checks the form in browsers that cannot join signals, as Firefox 115 and Safari 16', async () => {
  const uid = await editor.makeDraft(ONE);
  await editor.open(uid);
  await editor.page.addInitScript('delete AbortSignal.any');
  await editor.page.reload();
  await editor.field('Condition as XPath').fill('${nothing} = 1');
  await editor.said('Problems: 1');
});
