import { randomUUID } from 'node:crypto';
import { grant } from '../../factories/asset.factory';
import {
  entitiesOf,
  findList,
  makeConflict,
  makeRegistration,
  register,
  registration,
} from '../../factories/entity.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser, formsOf } from '../../support/browser';

const LISTS = '/library/lists/';

describe('pages of entity lists', () => {
  let app: TestApp;
  let owner: Browser;
  let list: string;
  let entry: string;
  let form: string;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'editor', 'viewer', 'partial', 'stranger']) await app.addUser(name);
    owner = await Browser.signedIn(app, 'owner');
    ({ list, entry, form } = await makeConflict(app));
    await grant(app, form, 'viewer', ['view_submissions']);
    await grant(app, form, 'editor', ['change_submissions']);
  });
  afterAll(() => app.stop());

  const listPage = (query = '') => `${LISTS}${list}/${query}`;
  const entryPage = (uuid = entry) => `${LISTS}${list}/entries/${uuid}/`;
  const stored = async (uuid = entry) => (await entitiesOf(app, list)).find((each) => each.uuid === uuid)!;

  it('lead from the library to an entry with its submissions', async () => {
    expect((await owner.get('/library/').expect(200)).text).toContain(`href="${LISTS}"`);
    const lists = (await owner.get(LISTS).expect(200)).text;
    expect(lists).toContain(`href="${listPage()}"`);
    expect(lists).toContain('households');
    const entries = (await owner.get(listPage()).expect(200)).text;
    expect(entries).toContain(`href="${entryPage()}"`);
    const page = (await owner.get(entryPage()).expect(200)).text;
    expect(page).toMatch(new RegExp(`href="/projects/${form}/data/\\d+/"`));
    for (const village of ['Kisumu', 'Nakuru', 'Embu']) expect(page).toContain(village);
  });

  it('are for those who may read the list', async () => {
    for (const name of ['viewer', 'editor']) {
      const browser = await Browser.signedIn(app, name);
      expect((await browser.get(LISTS).expect(200)).text).toContain(listPage());
      await browser.get(entryPage()).expect(200);
    }
    for (const name of ['stranger', 'partial']) {
      const browser = await Browser.signedIn(app, name);
      expect((await browser.get(LISTS).expect(200)).text).not.toContain(listPage());
      await browser.get(listPage()).expect(404);
      await browser.get(entryPage()).expect(404);
    }
    const anonymous = new Browser(app);
    await anonymous.get(LISTS).expect(302);
    await anonymous.get(entryPage()).expect(302);
  });

  it('are changed only by those who may write', async () => {
    const viewer = await Browser.signedIn(app, 'viewer');
    const token = await viewer.csrfToken();
    expect((await viewer.get(entryPage())).text).not.toContain('name="base_version"');
    const before = await stored();
    const fields = { csrfmiddlewaretoken: token, label: 'Taken', base_version: String(before.version) };
    await viewer.post(entryPage(), fields).expect(403);
    await viewer.post(`${entryPage()}delete/`, { csrfmiddlewaretoken: token }).expect(403);
    await viewer.post(`${listPage()}delete/`, { csrfmiddlewaretoken: token }).expect(403);
    expect(await stored()).toEqual(before);
    await owner.post(entryPage(), { ...fields, csrfmiddlewaretoken: '' }).expect(403);
  });

  it('say which submissions did not reach the list, why, and what to do', async () => {
    await submit(app, form, registration(randomUUID(), { label: '' }));
    expect((await owner.get(listPage())).text).toContain(`href="/projects/${form}/list-problems/"`);
    const page = (await owner.get(`/projects/${form}/list-problems/`).expect(200)).text;
    expect(page).toContain('The name of the entry is empty. Edit the submission and fill it in.');
    expect(page).toMatch(new RegExp(`href="/projects/${form}/data/\\d+/"`));
    const viewer = await Browser.signedIn(app, 'viewer');
    await viewer.get(`/projects/${form}/list-problems/`).expect(200);
    const stranger = await Browser.signedIn(app, 'stranger');
    await stranger.get(`/projects/${form}/list-problems/`).expect(404);
    await new Browser(app).get(`/projects/${form}/list-problems/`).expect(302);
  });

  it('let the owner require approval of new entries, and take what waits', async () => {
    const editor = await Browser.signedIn(app, 'editor');
    expect((await editor.get(listPage())).text).not.toContain('name="approval"');
    const csrfmiddlewaretoken = await editor.csrfToken();
    await editor.post(`${listPage()}approval/`, { csrfmiddlewaretoken, approval: 'yes' }).expect(403);
    const token = await owner.csrfToken();
    const set = (fields: Record<string, string>) =>
      owner.post(`${listPage()}approval/`, { csrfmiddlewaretoken: token, ...fields }).expect(303);
    await set({ approval: 'yes' });
    const id = await register(app, form, { head: 'Waiting' });
    const page = (await owner.get(`/projects/${form}/list-problems/`)).text;
    expect(page).toContain('It waits for approval. Approve the submission, and the entry is added.');
    expect(await stored(id)).toBeUndefined();
    await set({ create_waiting: 'yes' });
    expect(await stored(id)).toMatchObject({ label: 'Waiting', version: 1 });
  });

  it('show conflicting changes, and resolve them', async () => {
    const calm = await register(app, form, { head: 'Calm' });
    expect((await owner.get(entryPage())).text).toContain('Conflicting changes');
    expect((await owner.get(entryPage(calm))).text).not.toContain('Conflicting changes');
    const filtered = (await owner.get(listPage('?show=conflicts'))).text;
    expect(filtered).toContain(entry);
    expect(filtered).not.toContain(calm);
    const saved = await owner.submit(entryPage(), {
      label: 'Asha',
      'property.village': 'Nakuru',
      resolve: 'yes',
    });
    expect(saved.status).toBe(303);
    expect(await stored()).toMatchObject({ conflict: null, version: 4, data: { village: 'Nakuru' } });
    expect((await owner.get(entryPage())).text).not.toContain('People changed this entry');
    expect((await owner.get(entryPage())).text).not.toContain('No value was changed');
  });

  it('say that a resolved conflict changed no value', async () => {
    const { entry: other } = await makeConflict(app);
    const fields = { label: 'Asha', 'property.village': 'Embu', 'property.members': '', resolve: 'yes' };
    expect((await owner.submit(entryPage(other), fields)).status).toBe(303);
    expect(await stored(other)).toMatchObject({ conflict: null, version: 4, data: { village: 'Embu' } });
    expect((await owner.get(entryPage(other))).text).toContain('No value was changed');
  });

  it('keep what was typed if the entry was changed meanwhile, or is refused', async () => {
    const id = await register(app, form, { head: 'Zawadi' });
    const fields = { label: 'Zawadi', 'property.village': 'Thika' };
    const stale = await owner.submit(entryPage(id), { ...fields, base_version: '7' });
    expect(stale.status).toBe(409);
    expect(stale.text).toContain('This was changed since you opened the page');
    expect(stale.text).toContain('value="Thika"');
    const blank = await owner.submit(entryPage(id), { ...fields, label: ' ' });
    expect(blank.status).toBe(400);
    expect(blank.text).toContain('This field may not be blank.');
    expect((await owner.submit(entryPage(id), { ...fields, 'property.village': 'a\0b' })).status).toBe(400);
    expect((await owner.submit(entryPage(id), { ...fields, base_version: 'x' })).status).toBe(409);
    expect(await stored(id)).toMatchObject({ version: 1, data: { village: 'Kisumu' } });
    expect((await owner.submit(entryPage(id), fields)).status).toBe(303);
    expect(await stored(id)).toMatchObject({ version: 2, data: { village: 'Thika' } });
  });

  it('search names, and show hostile ones as text', async () => {
    const id = await register(app, form, { head: '&lt;script&gt;alert(1)&lt;/script&gt;' });
    const found = (await owner.get(listPage('?q=SCRIPT')).expect(200)).text;
    expect(found).toContain(id);
    expect(found).not.toContain(entry);
    expect(found).not.toContain('<script>alert(1)');
    expect((await owner.get(entryPage(id))).text).not.toContain('<script>alert(1)');
    expect((await owner.get(listPage('?q=nowhere'))).text).toContain('Nothing found');
    await owner.get(listPage('?q=%00&start=-1')).expect(400);
  });

  describe('upload', () => {
    const upload = () => `${listPage()}upload/`;
    const names = async () => (await entitiesOf(app, list, '?limit=100')).map(({ label }) => label);
    const confirm = async ({ text }: { text: string }, fields: Record<string, string> = {}) => {
      const form = formsOf(text).find(({ action }) => action.endsWith('/store/'))!;
      return owner.post(form.action, { ...form.hidden, ...fields });
    };

    it('shows what becomes of pasted rows, and stores them once it is confirmed', async () => {
      const id = await register(app, form, { head: 'Upload' });
      expect((await owner.get(listPage())).text).toContain(`href="${upload()}"`);
      const csv = `label\tname\tvillage\troof\nOne\t\tThika\ttin\n\t\tNyeri\t\n"Upload <b>"\t${id}\tEmbu\t`;
      const preview = await owner.submit(upload(), { csv });
      expect(preview.status).toBe(200);
      for (const text of [
        'Nothing is stored yet.',
        'fill in the column label',
        '<del>',
        'Upload &lt;b&gt;',
        'roof',
      ])
        expect(preview.text).toContain(text);
      expect(await names()).not.toContain('One');
      const stored = await confirm(preview, { new_columns: 'ignore' });
      expect(stored.headers['location']).toBe(`${listPage()}?done=stored&created=1&updated=1`);
      expect((await owner.get(stored.headers['location']!)).text).toContain(
        '1 entry was added, 1 was changed.',
      );
      expect(await names()).toEqual(expect.arrayContaining(['One', 'Upload <b>']));
      expect((await findList(app)).properties).not.toContain('roof');
    });

    it('stores a preview once, also if it is confirmed twice at the same time', async () => {
      const preview = await owner.submit(upload(), { csv: 'label\nOnce A\nOnce B' });
      const statuses = (await Promise.all([confirm(preview), confirm(preview)])).map(({ status }) => status);
      expect(statuses.sort()).toEqual([303, 409]);
      const again = await confirm(preview);
      expect(again.status).toBe(409);
      expect(again.text).toContain('These rows are stored already.');
      expect((await names()).filter((name) => name.startsWith('Once'))).toHaveLength(2);
      const anew = await confirm(await owner.submit(upload(), { csv: 'label\nOnce A' }));
      expect(anew.status).toBe(303);
    });

    it('adds new columns for the owner, and leaves them out for others', async () => {
      const editor = await Browser.signedIn(app, 'editor');
      const others = await editor.submit(upload(), { csv: 'label,colour\nTwo,red' });
      expect(others.text).toContain('only the owner of the list adds columns');
      await confirm(await owner.submit(upload(), { csv: 'label,colour\nTwo,red' }), { new_columns: 'add' });
      expect((await findList(app)).properties).toContain('colour');
    });

    it('shows the preview again if the list was changed meanwhile', async () => {
      const id = await register(app, form, { head: 'Meanwhile' });
      const csv = `label,name\nNew name,${id}`;
      const preview = await owner.submit(upload(), { csv });
      await owner.submit(entryPage(id), { label: 'Other' });
      const stale = await confirm(preview);
      expect(stale.status).toBe(409);
      expect(stale.text).toContain('The list was changed since the preview.');
      expect(await stored(id)).toMatchObject({ label: 'Other', version: 2 });
      expect((await confirm(stale)).status).toBe(303);
      expect(await stored(id)).toMatchObject({ label: 'New name', version: 3 });
    });

    it.each([
      ['label,a,a\nFour,1,2', 'Two columns are named'],
      ['village\nThika', 'names no column'],
      ['label\n"open', 'A quotation mark is not closed'],
      ['', 'Choose a file, or paste rows.'],
      ['label\nFo\0ur', 'The text'],
    ])('refuses %j and keeps it in the field', async (csv, problem) => {
      const refused = await owner.submit(upload(), { csv });
      expect(refused.status).toBe(400);
      expect(refused.text).toContain(problem);
      if (csv.includes('Four')) expect(refused.text).toMatch(/<textarea[^>]*>label,[^<]*Four/);
    });

    it('takes no ticket of another person, list or make', async () => {
      const editor = await Browser.signedIn(app, 'editor');
      const foreign = await editor.submit(upload(), { csv: 'label\nForeign' });
      const ticket = formsOf(foreign.text).find(({ action }) => action.endsWith('/store/'))!.hidden[
        'ticket'
      ]!;
      const csrfmiddlewaretoken = await owner.csrfToken();
      for (const sent of [ticket, 'made-up', '']) {
        const { status, text } = await owner.post(`${upload()}store/`, { csrfmiddlewaretoken, ticket: sent });
        expect(status).toBe(400);
        expect(text).toContain('Upload it again');
      }
      expect(await names()).not.toContain('Foreign');
    });

    it('is for those who change entries', async () => {
      const viewer = await Browser.signedIn(app, 'viewer');
      expect((await viewer.get(listPage())).text).not.toContain(upload());
      await viewer.get(upload()).expect(403);
      const token = await viewer.csrfToken();
      await viewer.post(upload(), { csrfmiddlewaretoken: token, csv: 'label\nFive' }).expect(403);
      await viewer.post(`${upload()}store/`, { csrfmiddlewaretoken: token }).expect(403);
      await (await Browser.signedIn(app, 'stranger')).get(upload()).expect(404);
      await new Browser(app).get(upload()).expect(302);
    });
  });

  it('delete entries, and a list that no form saves to', async () => {
    const id = await register(app, form, { head: 'Gone' });
    expect((await owner.submit(entryPage(id), {}, `${entryPage(id)}delete/`)).status).toBe(303);
    await owner.get(entryPage(id)).expect(404);
    const refused = await owner.submit(listPage(), {}, `${listPage()}delete/`);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('Forms save to the list');
    const content = {
      survey: [{ type: 'text', name: 'place', label: 'Place', save_to: 'place' }],
      entities: [{ list_name: 'wells', label: '${place}' }],
      settings: {},
    };
    const wells = await makeRegistration(app, { name: 'Wells', content });
    const { body } = await app.as('owner').get('/api/v2/entity-lists/').expect(200);
    const { uid } = (body as { results: { uid: string; name: string }[] }).results.find(
      ({ name }) => name === 'wells',
    )!;
    await app
      .as('owner')
      .patch(`/api/v2/assets/${wells.uid}/deployment/`)
      .send({ active: false })
      .expect(200);
    const path = `${LISTS}${uid}/`;
    expect((await owner.submit(path, {}, `${path}delete/`)).headers['location']).toBe(
      `${LISTS}?done=deleted`,
    );
    expect((await owner.get(LISTS)).text).not.toContain('wells');
  });
});
