import { grant } from '../../factories/asset.factory';
import { EditorPage } from '../../support/editor-page';

let editor: EditorPage;

beforeAll(async () => {
  editor = await EditorPage.start();
  await editor.app.addUser('editor');
});
afterAll(() => editor.stop());
afterEach(() => editor.closePage());

/** Another person saves a version. */
async function saveTheirs(uid: string): Promise<void> {
  const content = { survey: [{ type: 'text', name: 'a', label: 'Theirs' }] };
  await editor.app.as('editor').patch(`/api/v2/assets/${uid}/`).send({ content }).expect(200);
}

describe('two windows of one person', () => {
  async function openTwo() {
    const uid = await editor.openForm();
    const first = editor.page;
    const second = await editor.openWindow(uid);
    editor.use(first);
    await editor.storeLabel('First');
    editor.use(second);
    await editor.field('Label').fill('Second');
    await editor.said('you changed the form in another window too');
    expect(await editor.draftLabel(uid)).toBe('First');
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
    await editor.item('First').waitFor();
    await editor.said('Draft saved.');
    await editor.button('Undo').click();
    expect(await editor.labels()).toEqual(['Second']);
    await editor.draftBecomes(uid, 'Second');
  });

  it('do not overwrite each other: the second keeps its own, and the first is asked', async () => {
    const { uid, first } = await openTwo();
    await editor.button('The one on this screen').click();
    await editor.said('Draft saved.');
    expect(await editor.draftLabel(uid)).toBe('Second');
    editor.use(first);
    await editor.field('Label').fill('First again');
    await editor.said('you changed the form in another window too');
    expect(await editor.draftLabel(uid)).toBe('Second');
  });

  it('go on when one of them saved', async () => {
    const { uid, first } = await openTwo();
    await editor.button('Cancel').click();
    const second = editor.page;
    editor.use(first);
    await editor.save();
    await editor.draftBecomes(uid, undefined);
    const third = await editor.openWindow(uid);
    await editor.storeLabel('Third');
    expect(await editor.savedLabel(uid)).toEqual(['First']);
    await third.close();
    editor.use(second);
    expect(await editor.labels()).toEqual(['Second']);
  });
});

describe('a version that another person saved meanwhile', () => {
  it('is shown within seconds, both can be seen, and neither is lost', async () => {
    const uid = await editor.openForm();
    await grant(editor.app, uid, 'editor', ['change_asset']);
    await editor.storeLabel('Mine');
    await saveTheirs(uid);
    await editor.storeLabel('Mine too');
    await editor.said('Another version was saved meanwhile.');
    await editor.button('Show both').click();
    await editor.dialog().getByText('editor saved another version').waitFor();
    const compared = editor.dialog().getByRole('link', { name: 'Show what changed' });
    expect(await compared.getAttribute('href')).toContain('/versions/');
    await editor.dialog().getByRole('button', { name: 'Discard mine' }).click();
    await editor.item('Theirs').waitFor();
    await editor.draftBecomes(uid, undefined);
    expect(await editor.page.getByText('Another version was saved').count()).toBe(0);
    await editor.button('Undo').click();
    await editor.button('Save').click();
    await editor.dialog().getByText('editor saved another version').waitFor();
    expect(await editor.savedLabel(uid)).toEqual(['Theirs']);
    await editor.dialog().getByRole('button', { name: 'Save mine' }).click();
    await editor.said('Saved as a new version.');
    expect(await editor.savedLabel(uid)).toEqual(['Mine too']);
  });

  it('is shown when the draft is opened again', async () => {
    const uid = await editor.openForm();
    await grant(editor.app, uid, 'editor', ['change_asset']);
    await editor.storeLabel('Mine');
    await editor.closePage();
    await saveTheirs(uid);
    await editor.open(uid);
    await editor.said('Another version was saved meanwhile.');
    expect(await editor.labels()).toEqual(['Mine']);
    await editor.button('Discard the draft').click();
    await editor.dialog().getByRole('button', { name: 'Discard mine' }).click();
    await editor.item('Theirs').waitFor();
    await editor.draftBecomes(uid, undefined);
  });
});

it('knows a version that it saved itself, though the answer was lost', async () => {
  const uid = await editor.openForm();
  let lost = 0;
  await editor.page.route(/\/api\/v2\/assets\/[^/]+\/(\?|$)/, async (route) => {
    if (route.request().method() !== 'PATCH' || lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  await editor.field('Label').fill('Arrived');
  await editor.addQuestion('select_one', 'Which?');
  await editor.button('Add a choice').click();
  await editor.item('Arrived').click();
  await editor.button('Save').click();
  await editor.said('The service could not be reached.');
  await editor.said('Saved as a new version.');
  lost = 0;
  await editor.field('Label').fill('Arrived again');
  await editor.button('Save').click();
  await editor.said('The service could not be reached.');
  await editor.field('Label').fill('Arrived, and more');
  await editor.save();
  await editor.draftBecomes(uid, undefined);
  expect(await editor.savedLabel(uid)).toEqual(['Arrived, and more']);
  expect(await editor.page.getByText('another version').count()).toBe(0);
});
