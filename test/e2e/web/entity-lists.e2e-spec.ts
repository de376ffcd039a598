import { randomUUID } from 'node:crypto';
import { grant } from '../../factories/asset.factory';
import {
  entitiesOf,
  makeConflict,
  makeRegistration,
  register,
  registration,
} from '../../factories/entity.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

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
      expect((await browser.get(LISTS).expect(200)).text).toContain('households');
      await browser.get(entryPage()).expect(200);
    }
    for (const name of ['stranger', 'partial']) {
      const browser = await Browser.signedIn(app, name);
      expect((await browser.get(LISTS).expect(200)).text).not.toContain('households');
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

  it('add rows pasted from a spreadsheet, all or none', async () => {
    const add = (csv: string) => owner.submit(listPage(), { csv }, `${listPage()}entries/`);
    const names = async () => (await entitiesOf(app, list, '?limit=100')).map(({ label }) => label);
    const added = await add('label\tvillage\nOne\tThika\n"Two, three"\tNyeri');
    expect(added.headers['location']).toBe(`${listPage()}?done=added`);
    expect(await names()).toEqual(expect.arrayContaining(['One', 'Two, three']));
    for (const [csv, problem] of [
      ['label,village\nFour,Thika\n,Nyeri', 'Row 3 has no label'],
      ['label,colour\nFour,red', 'no property colour'],
      ['village\nThika', 'names no column'],
      ['', 'names no column'],
      ['label\nFo\0ur', 'The text'],
    ] as const) {
      const refused = await add(csv);
      expect([csv, refused.status]).toEqual([csv, 400]);
      expect(refused.text).toContain(problem);
      if (csv.includes('Four')) expect(refused.text).toMatch(/<textarea[^>]*>label,[^<]*Four/);
    }
    expect(await names()).not.toContain('Four');
    const viewer = await Browser.signedIn(app, 'viewer');
    const token = await viewer.csrfToken();
    await viewer
      .post(`${listPage()}entries/`, { csrfmiddlewaretoken: token, csv: 'label\nFive' })
      .expect(403);
    expect(await names()).not.toContain('Five');
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
