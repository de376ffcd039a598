import request from 'supertest';
import { grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { WELLS } from '../../factories/import.factory';
import { workbook } from '../../factories/workbook.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser, formsOf } from '../../support/browser';
import { eventually } from '../../support/eventually';

let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'stranger']) await app.addUser(name);
});
afterAll(() => app.stop());
beforeEach(async () => {
  browser = new Browser(app);
  await browser.signIn('owner', PASSWORD);
});

/** Uploads a file by the form of a page. @returns the path that follows */
async function upload(page: string, action: string, file: Buffer, name = 'wells.xlsx'): Promise<string> {
  const { text } = await browser.get(page).expect(200);
  const form = formsOf(text).find((each) => each.action === action)!;
  const response = await browser
    .prepare(request(app.origin).post(action))
    .set('Accept', 'text/html')
    .field(form.hidden)
    .field('url', '')
    .attach('file', file, name)
    .expect(303);
  return response.headers['location']!;
}

/** Reloads the page of an import until it shows a result. */
const watch = (path: string): Promise<request.Response> =>
  eventually(
    async () => browser.get(path),
    ({ text, status }) => status !== 200 || !text.includes('data-watch'),
  );

describe('the page of new projects', () => {
  it('creates a project of an uploaded workbook and shows its form', async () => {
    const path = await upload('/projects/new/', '/projects/new/', WELLS);
    const done = await watch(path);
    expect(done.status).toBe(303);
    expect(done.headers['location']).toMatch(/^\/projects\/a\w{21}\/form\/\?done=created$/);
    const { text } = await browser.get(done.headers['location']!).expect(200);
    expect(text).toContain('The project was created.');
    expect(text).toContain('Which well?');
    expect(text).toContain('>wells<');
  });

  it('shows all problems of a form beside the text of their cells, as text', async () => {
    const file = workbook({
      survey: [
        ['type', 'name', 'label', 'relevant'],
        ['text', 'a', 'A', '${missing} = "<script>alert(1)</script>"'],
        ['select_one nothing', 'b', 'B', ''],
      ],
    });
    const { text } = await watch(await upload('/projects/new/', '/projects/new/', file));
    expect(text).toContain('it has 2 problems');
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toContain('<script>alert');
    for (const place of ['survey', 'relevant', 'select_one nothing']) expect(text).toContain(place);
    expect(formsOf(text).map(({ action }) => action)).toContain('/projects/new/');
  });

  it('says the problems in the language of the person, and to programs in English', async () => {
    const file = workbook({
      survey: [
        ['type', 'name', 'label'],
        ['begin_group', 'house', 'House'],
        ['text', 'a b', 'B'],
      ],
    });
    const path = await upload('/projects/new/', '/projects/new/', file);
    await watch(path);
    const { text } = await browser.get(path).set('Accept-Language', 'fr').expect(200);
    for (const problem of [
      'Le groupe « house » n’est jamais fermé. Ajoutez une ligne de type end_group.',
      'Nom non valable : a b. Utilisez des lettres',
    ])
      expect(text).toContain(problem);
    expect(text).not.toContain('Invalid node name');
    const uid = /imports\/(i\w+)\//.exec(path)![1]!;
    const { body } = await app.as('owner').get(`/api/v2/imports/${uid}/`).expect(200);
    expect(JSON.stringify(body)).toContain('Invalid node name: a b.');
  });

  it('says at import, preview and deployment, and on the page of the form, what the web form does not do', async () => {
    const file = workbook({
      survey: [
        ['type', 'name', 'label', 'appearance'],
        ['background-audio', 'sound', '', ''],
        ['text', 'reading', 'Reading', 'ex:org.example(unit="m s")'],
      ],
    });
    const sentences = ['records no sound in the background', 'opens no other app'];
    const imported = await watch(await upload('/projects/new/', '/projects/new/', file));
    const path = /\/projects\/(a\w{21})\/form\//.exec(imported.text)!;
    const { text } = await browser.get(path[0]).expect(200);
    const asset = `/api/v2/assets/${path[1]!}/`;
    const snapshot = await app.as('owner').post('/api/v2/asset_snapshots/').send({ asset }).expect(201);
    const deployed = await app.as('owner').post(`${asset}deployment/`).send({ active: true }).expect(201);
    for (const sentence of sentences)
      for (const page of [imported.text, text]) expect(page).toContain(sentence);
    const warnings = sentences.map((sentence, n): unknown =>
      expect.stringMatching(new RegExp(`^survey, row ${n + 2}, .*${sentence}`)),
    );
    expect((snapshot.body as { details: object }).details).toMatchObject({ warnings });
    expect(deployed.body).toMatchObject({ warnings });
  });

  it('explains a file that is not a form', async () => {
    const path = await upload('/projects/new/', '/projects/new/', Buffer.from([0, 1, 2]), '<b>.xlsx');
    const { text } = await watch(path);
    expect(text).toContain('The form has problems');
    expect(text).toContain('role="alert"');
  });

  it('asks for a file or an address', async () => {
    const response = await browser.submit('/projects/new/', { url: '' });
    expect(response.status).toBe(400);
    expect(response.text).toContain('Choose a file, or enter the address of one.');
  });

  it('reports an address that cannot be reached', async () => {
    const response = await browser.submit('/projects/new/', { url: 'https://10.0.0.1/form.xlsx' });
    expect(response.status).toBe(303);
    const { text } = await watch(response.headers['location']!);
    expect(text).toContain('The form has problems');
    expect(text).toContain('value="https://10.0.0.1/form.xlsx"');
  });

  it('creates the example', async () => {
    const response = await browser.submit('/projects/new/', {}, '/projects/new/example/');
    const { text } = await browser.get(response.headers['location']!).expect(200);
    expect(text).toContain('Household survey (example)');
    expect(text).toContain('Do you agree to answer?');
  });

  it('starts from a template of the library', async () => {
    const { uid } = await makeAsset(app, { asset_type: 'template', name: 'Template' });
    const response = await browser.submit('/projects/new/', { source: uid }, '/projects/new/clone/');
    expect(response.status).toBe(303);
    const { body } = await app
      .as('owner')
      .get(`/api/v2/assets/${/a\w{21}/.exec(response.headers['location']!)![0]}/`);
    expect(body).toMatchObject({ asset_type: 'survey', name: 'Template' });
  });

  it('hides the import and the assets of others', async () => {
    const path = await upload('/projects/new/', '/projects/new/', WELLS);
    const { uid } = await makeAsset(app);
    browser = new Browser(app);
    await browser.signIn('stranger', PASSWORD);
    await browser.get(path).expect(404);
    const csrf = await tokenOf('/projects/new/');
    await browser.post('/projects/new/clone/', { csrfmiddlewaretoken: csrf, source: uid }).expect(404);
  });

  it.each(['/projects/new/', '/projects/new/example/', '/projects/new/clone/'])(
    'rejects POST %s without a CSRF token (403) and without a session',
    async (path) => {
      await browser.post(path, { url: 'https://example.org/a.xlsx', source: 'a' }).expect(403);
      const anonymous = new Browser(app);
      const csrfmiddlewaretoken = await anonymous.csrfToken();
      const { headers } = await anonymous.post(path, { csrfmiddlewaretoken }).expect(303);
      expect(headers['location']).toContain('/accounts/login/?next=');
    },
  );
});

async function tokenOf(page: string): Promise<string> {
  const { text } = await browser.get(page).expect(200);
  return formsOf(text)[0]!.hidden['csrfmiddlewaretoken']!;
}

describe('the form of a project', () => {
  const content = (rows: object[]) => ({ survey: rows });

  it('deploys a draft, then shows what a changed form means for collected data', async () => {
    const rows = [
      { type: 'text', name: 'a', label: 'First' },
      { type: 'text', name: 'b', label: 'Second' },
    ];
    const { uid } = await makeAsset(app, { content: content(rows) });
    const page = `/projects/${uid}/form/`;
    const deployed = await browser.submit(page, {}, `/projects/${uid}/deploy/`);
    expect(deployed.headers['location']).toBe(`/projects/${uid}/form/?done=deployed`);
    expect((await browser.get(page)).text).not.toContain(`action="/projects/${uid}/deploy/"`);
    const changed = [
      { type: 'integer', name: 'a', label: 'First' },
      { type: 'text', name: 'c', label: '<i>' },
    ];
    await app
      .as('owner')
      .patch(`/api/v2/assets/${uid}/`)
      .send({ content: content(changed) })
      .expect(200);
    const { text } = await browser.get(page).expect(200);
    expect(text).toContain('Changes since the deployed version');
    expect(text).toContain('Submissions collected so far have no answer to it.');
    expect(text).toContain(
      'Answers collected so far are kept; downloads of all versions still have their column.',
    );
    expect(text).toMatch(/Type changed from <code>text<\/code> to <code>integer<\/code>/);
    expect(text).not.toContain('<i>');
    await browser.submit(page, {}, `/projects/${uid}/deploy/`);
    expect((await browser.get(page)).text).not.toContain('Changes since');
  });

  it('does not deploy another version than the one that was reviewed', async () => {
    const { uid } = await makeAsset(app);
    const page = `/projects/${uid}/form/`;
    const response = await browser.submit(
      page,
      { version: 'vAAAAAAAAAAAAAAAAAAAAA' },
      `/projects/${uid}/deploy/`,
    );
    expect(response.status).toBe(400);
  });

  it('lists questions once, apart from what the device records', async () => {
    const rows = [
      { type: 'start', name: 'start' },
      { type: 'username', name: 'collector' },
      { type: 'text', name: 'well', label: 'Which well?' },
      { type: 'calculate', name: 'twice', calculation: '2 * 2' },
    ];
    const { uid } = await makeAsset(app, { content: content(rows) });
    const { text } = await browser.get(`/projects/${uid}/form/`).expect(200);
    expect(text).toMatch(/<h2 id="state">\s*2 questions/);
    expect(text.match(/<code>twice<\/code>/g)).toHaveLength(1);
    expect(text).toMatch(/Calculated as <code>2 \* 2<\/code>/);
    expect(text).toMatch(
      /Recorded by the device[\s\S]*<code>start<\/code>, <code>collector<\/code> \(username\)/,
    );
  });

  it('shows the problems of a form that does not compile', async () => {
    const { uid } = await makeAsset(app, {
      content: content([{ type: 'text', name: 'a', label: 'A', relevant: '${gone} = 1' }]),
    });
    for (const path of [`/projects/${uid}/form/preview/`]) {
      const { text } = await browser.get(path).expect(400);
      expect(text).toContain('gone');
    }
    const response = await browser.submit(`/projects/${uid}/form/`, {}, `/projects/${uid}/deploy/`);
    expect(response.status).toBe(400);
    expect(response.text).toContain('survey, row 2, column relevant');
  });

  it('replaces the form by an uploaded one', async () => {
    const { uid } = await makeDeployedAsset(app);
    const path = await upload(`/projects/${uid}/form/`, `/projects/${uid}/form/replace/`, WELLS);
    const done = await watch(path);
    expect(done.headers['location']).toBe(`/projects/${uid}/form/?done=replaced`);
    const { text } = await browser.get(done.headers['location']!).expect(200);
    expect(text).toContain('Which well?');
    expect(text).toContain('Changes since the deployed version');
  });

  it('previews the form', async () => {
    const { uid } = await makeAsset(app);
    const { headers } = await browser.get(`/projects/${uid}/form/preview/`).expect(302);
    expect(headers['location']).toMatch(/^\/api\/v2\/asset_snapshots\/s\w{21}\/preview\/$/);
  });

  it('shows viewers the form without its changes of state, and nothing to strangers', async () => {
    const { uid } = await makeAsset(app);
    const other = new Browser(app);
    await other.signIn('stranger', PASSWORD);
    await other.get(`/projects/${uid}/form/`).expect(404);
    await grant(app, uid, 'stranger', ['view_asset']);
    const { text } = await other.get(`/projects/${uid}/form/`).expect(200);
    expect(text).not.toContain('deploy/"');
    expect(text).not.toContain('replace/"');
    const { text: list } = await other.get('/projects/');
    const csrfmiddlewaretoken = formsOf(list)[0]!.hidden['csrfmiddlewaretoken']!;
    for (const path of ['deploy', 'form/replace', 'archive', 'activate', 'transfer', 'delete']) {
      await other.post(`/projects/${uid}/${path}/`, { csrfmiddlewaretoken }).expect(403);
      await browser.post(`/projects/${uid}/${path}/`).expect(403);
    }
  });
});
