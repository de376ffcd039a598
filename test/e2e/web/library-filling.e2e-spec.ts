import request from 'supertest';
import { grant, makeAsset } from '../../factories/asset.factory';
import { workbook } from '../../factories/workbook.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser, formsOf } from '../../support/browser';
import { eventually } from '../../support/eventually';

const HOSTILE = '<script>alert(1)</script>';

const CONTENT = {
  survey: [
    { type: 'select_one yes_no', name: 'consent', label: ['Do you agree?'] },
    { type: 'begin_group', name: 'house', label: [HOSTILE] },
    { type: 'select_one wall', name: 'walls', label: ['Walls'] },
    { type: 'end_group' },
  ],
  choices: [
    { list_name: 'yes_no', name: 'yes', label: ['Yes'] },
    { list_name: 'wall', name: 'mud', label: ['Mud'] },
  ],
  translations: [null],
};

let app: TestApp;
let project: string;
let owner: Browser;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'granted', 'viewer', 'stranger']) await app.addUser(name);
  ({ uid: project } = await makeAsset(app, { name: 'Houses', content: CONTENT }));
  await grant(app, project, 'viewer', ['view_asset']);
  owner = await Browser.signedIn(app, 'owner');
});
afterAll(() => app.stop());

interface Asset {
  readonly uid: string;
  readonly name: string;
  readonly asset_type: string;
  readonly parent: string | null;
  readonly content: { survey: { name?: string }[]; choices?: { name: string }[] };
}

/** The item of the library with this name, as its owner sees it by the API. */
async function itemNamed(name: string, username = 'owner'): Promise<Asset> {
  const { body } = await app
    .as(username)
    .get(`/api/v2/assets/?q=${encodeURIComponent(`name:"${name}" AND NOT asset_type:survey`)}`)
    .expect(200);
  const [found, ...others] = (body as { results: Asset[] }).results;
  expect(others).toEqual([]);
  const detail = await app.as(username).get(`/api/v2/assets/${found!.uid}/`).expect(200);
  return detail.body as Asset;
}

const savePage = (): string => `/library/save/?project=${project}`;

const save = (browser: Browser, fields: Readonly<Record<string, string>>) =>
  browser.submit(savePage(), fields, '/library/save/');

async function newCollection(name: string): Promise<string> {
  const { headers } = await owner.submit('/library/', { name }, '/library/collections/');
  return /^\/library\/\?collection=(a\w{21})&done=collection$/.exec(headers['location']!)![1]!;
}

describe('the form of a project', () => {
  it('leads to the library, and is saved as a template', async () => {
    const { text } = await owner.get(`/projects/${project}/form/`).expect(200);
    expect(text).toContain(`href="${savePage()}"`);
    const { headers } = await save(owner, { part: '', name: '' });
    expect(headers['location']).toBe('/library/?done=saved');
    expect((await owner.get('/library/?done=saved')).text).toContain('The library has it now.');
    expect(await itemNamed('Houses')).toMatchObject({ asset_type: 'template', parent: null });
  });

  it('offers its groups and questions, with labels as text', async () => {
    const { text } = await owner.get(savePage()).expect(200);
    expect(text).toContain('Question: Do you agree?');
    expect(text).toContain('Block: &lt;script&gt;');
    expect(text).toContain('\u2003Question: Walls');
    expect(text).not.toContain(HOSTILE);
  });

  it('gives a question with its choices, into a collection', async () => {
    const collection = await newCollection('Consent questions');
    const { headers } = await save(owner, { part: 'consent', name: 'Consent', collection });
    expect(headers['location']).toBe(`/library/?collection=${collection}&done=saved`);
    const { asset_type, parent, content } = await itemNamed('Consent');
    expect([asset_type, content.survey.length]).toEqual(['question', 1]);
    expect(content.choices!.map(({ name }) => name)).toEqual(['yes']);
    expect(parent).toContain(collection);
  });

  it('gives a group as a block, from which a project starts', async () => {
    await save(owner, { part: 'house', name: '' });
    const { uid, asset_type, content } = await itemNamed(HOSTILE);
    expect(asset_type).toBe('block');
    expect(content.survey.flatMap(({ name }) => name ?? [])).toEqual(['house', 'walls']);
    expect(content.choices!.map(({ name }) => name)).toEqual(['mud']);
    const { text } = await owner.get('/library/').expect(200);
    expect(text).not.toContain(HOSTILE);
    const form = formsOf(text).find(({ hidden }) => hidden['source'] === uid)!;
    const { headers } = await owner.post(form.action, form.hidden).expect(303);
    await owner.get(headers['location']!).expect(200);
  });

  it('is saved by those who may view it, as their own', async () => {
    const viewer = await Browser.signedIn(app, 'viewer');
    expect((await save(viewer, { part: 'consent', name: 'Mine' })).status).toBe(303);
    expect(await itemNamed('Mine', 'viewer')).toMatchObject({ asset_type: 'question' });
  });

  it.each([
    [{ part: 'gone' }, 'The form has no such question or group any more.'],
    [{ part: '', name: 'x'.repeat(256) }, 'At most 255 characters. Shorten the text.'],
  ])('shows the form again for %j', async (fields, message) => {
    const { status, text } = await save(owner, { name: '', ...fields });
    expect(status).toBe(400);
    expect(text).toContain(message);
  });

  it('is hidden from others', async () => {
    const stranger = await Browser.signedIn(app, 'stranger');
    await stranger.get(savePage()).expect(404);
    await stranger.get('/library/save/').expect(404);
    await new Browser(app).get(savePage()).expect(302);
    const { hidden } = formsOf((await stranger.get('/library/')).text)[0]!;
    const { csrfmiddlewaretoken = '' } = hidden;
    const sent = { csrfmiddlewaretoken, project, part: '', name: '' };
    await stranger.post('/library/save/', sent).expect(404);
    await owner.post('/library/save/', { project, part: '' }).expect(403);
    // Not into a collection of somebody else.
    const viewer = await Browser.signedIn(app, 'viewer');
    const collection = await newCollection('Of the owner');
    const refused = await save(viewer, { part: '', name: '', collection });
    expect(refused.status).toBe(400);
  });
});

describe('an XLSForm', () => {
  const SHEETS = {
    survey: [
      ['type', 'name', 'label'],
      ['text', 'a', 'A'],
      ['text', 'b', 'B'],
    ],
  };

  /** Uploads a file, and waits for the page that follows. */
  async function upload(file: Buffer, fields: Readonly<Record<string, string>>): Promise<request.Response> {
    const { text } = await owner.get('/library/').expect(200);
    const form = formsOf(text).find(({ action }) => action === '/library/upload/')!;
    const { headers } = await owner
      .prepare(request(app.origin).post('/library/upload/'))
      .set('Accept', 'text/html')
      .field({ ...form.hidden, url: '', ...fields })
      .attach('file', file, 'Walls and roofs.xlsx')
      .expect(303);
    return eventually(
      async () => owner.get(headers['location']!),
      ({ text: page, status }) => status !== 200 || !page.includes('data-watch'),
    );
  }

  it.each([
    ['template', 'template'],
    ['block', 'block'],
  ])('is uploaded into the library as a %s', async (type, assetType) => {
    const sheets = { ...SHEETS, settings: [['form_title'], [`Uploaded ${type}`]] };
    const { headers } = await upload(workbook(sheets), { type });
    expect(headers['location']).toBe('/library/?done=saved');
    expect(await itemNamed(`Uploaded ${type}`)).toMatchObject({ asset_type: assetType });
  });

  it('with a sheet library becomes a collection', async () => {
    const file = workbook({
      library: [
        ['block', 'type', 'name', 'label'],
        ['Roof', 'text', 'roof', 'Roof'],
      ],
    });
    const { headers } = await upload(file, { type: 'block' });
    const { text } = await owner.get(headers['location']!).expect(200);
    expect(text).toContain('Roof');
    expect(text).toMatch(/<h1[^>]*>\s*Walls and roofs/);
  });

  it('shows its problems, with a form that sends it to the library again', async () => {
    const { text } = await upload(
      workbook({
        survey: [
          ['type', 'name'],
          ['text', 'a b'],
        ],
      }),
      { type: 'block' },
    );
    expect(text).toContain('it has one problem');
    expect(formsOf(text).map(({ action }) => action)).toContain('/library/upload/');
    expect(text).toMatch(/<option value="block"\s+selected/);
  });

  it('is asked for when none is chosen', async () => {
    const { status, text } = await owner.submit('/library/', { url: '' }, '/library/upload/');
    expect(status).toBe(400);
    expect(text).toContain('Choose a file, or enter the address of one.');
  });
});

describe('a collection', () => {
  it('takes items and lets them go', async () => {
    const collection = await newCollection('Shelf');
    await makeAsset(app, { asset_type: 'block', name: 'Kitchen', content: CONTENT });
    const { uid } = await itemNamed('Kitchen');
    const move = `/library/${uid}/move/`;
    const taken = await owner.submit('/library/', { collection }, move);
    expect(taken.headers['location']).toBe('/library/?done=moved');
    const { text } = await owner.get(`/library/?collection=${collection}`).expect(200);
    expect(text).toContain('Kitchen');
    const left = await owner.submit(`/library/?collection=${collection}`, { collection: '' }, move);
    expect(left.headers['location']).toBe(`/library/?collection=${collection}&done=moved`);
    const empty = (await owner.get(`/library/?collection=${collection}`)).text;
    expect(empty).toContain('The collection is empty');
    expect(empty).not.toContain('Upload an XLSForm into it');
  });

  it('needs a name', async () => {
    const { status, text } = await owner.submit('/library/', { name: ' ' }, '/library/collections/');
    expect(status).toBe(400);
    expect(text).toContain('Enter a name for the collection.');
  });

  it('takes nothing from those who may not change the item, and goes into none of others', async () => {
    const collection = await newCollection('Private');
    const { uid } = await itemNamed('Kitchen');
    await grant(app, uid, 'viewer', ['view_asset']);
    await grant(app, uid, 'granted', ['view_asset', 'change_asset']);
    for (const [username, status] of [
      ['viewer', 403],
      ['stranger', 404],
      ['granted', 400],
    ] as const) {
      const browser = await Browser.signedIn(app, username);
      const { csrfmiddlewaretoken = '' } = formsOf((await browser.get('/library/')).text)[0]!.hidden;
      await browser
        .post(`/library/${uid}/move/`, { csrfmiddlewaretoken, collection, from: '' })
        .expect(status);
    }
    await owner.post(`/library/${uid}/move/`, { collection }).expect(403);
  });
});
