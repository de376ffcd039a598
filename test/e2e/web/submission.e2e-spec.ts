import { grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

const HOSTILE = '<img src=x onerror=alert(1)>"&';
const ANSWERS =
  '<person><name>Asha</name><age>34</age></person><consent>yes</consent><place>-1.2864 36.8172 0 0</place>' +
  '<child><first_name>Ben</first_name></child><child><first_name>Cem</first_name></child>';

let app: TestApp;
let uid: string;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'granted', 'partial', 'stranger']) await app.addUser(name);
});
beforeEach(async () => {
  ({ uid } = await makeDeployedAsset(app, { name: 'Wells' }));
  await grant(app, uid, 'granted', ['view_submissions', 'add_submissions']);
  await grantPartially(app, uid, 'partial', {
    validate_submissions: [{ _submitted_by: 'granted' }],
    delete_submissions: [{ _submitted_by: 'granted' }],
  });
});
afterAll(() => app.stop());

const signedIn = (username: string) => Browser.signedIn(app, username);

async function ids(query = ''): Promise<number[]> {
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/${query}`).expect(200);
  return (body as { results: { _id: number }[] }).results.map(({ _id }) => _id);
}

const table = (below = ''): string => `/projects/${uid}/data/${below}`;

/** Fields of the form whose action starts with `action`. */
async function fieldsOf(browser: Browser, page: string, action: string): Promise<Record<string, string>> {
  const { text } = await browser.get(page).expect(200);
  return hiddenFields(text, action);
}

function hiddenFields(text: string, action: string): Record<string, string> {
  const form = [...text.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].find(
    ([, at]) => at === action,
  );
  if (form === undefined) throw new Error(`No form for ${action}`);
  const decoded = (value: string): string =>
    value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  return Object.fromEntries(
    [...form[2]!.matchAll(/<input\s+type="hidden"\s+name="([^"]*)"\s+value="([^"]*)"/g)].map(
      ([, name, value]) => [name!, decoded(value!)],
    ),
  );
}

describe('a submission', () => {
  it('shows answers by group and repetition, its place and details', async () => {
    await submit(app, uid, { answers: ANSWERS });
    const [id] = await ids();
    const { text } = await (await signedIn('owner')).get(table(`${id}/`)).expect(200);
    expect(text).toMatch(/<h4 dir="auto">\s*Person\s*<\/h4>[\s\S]*?What is your name\?[\s\S]*?Asha/);
    expect(text).toMatch(/Child 1[\s\S]*?Ben[\s\S]*?Child 2[\s\S]*?Cem/);
    expect(text).toMatch(/<svg[\s\S]*?Where is this\?/);
    expect(text).toContain(`/api/v2/assets/${uid}/data/${id}/enketo/redirect/edit/`);
  });

  it('shows hostile answers and file names as text', async () => {
    const name = `${HOSTILE.replaceAll('/', '')}.jpg`;
    const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    await submit(app, uid, {
      answers: `<person><name>${escaped(HOSTILE)}</name></person><photo>${escaped(name)}</photo><unknown>${escaped(HOSTILE)}</unknown>`,
      files: [{ name, content: 'jpeg' }],
    });
    const [id] = await ids();
    const { text } = await (await signedIn('owner')).get(table(`${id}/`)).expect(200);
    expect(text).not.toContain('<img src=x');
    expect(text.match(/&lt;img src=x onerror=alert\(1\)&gt;&quot;&amp;/g)!.length).toBeGreaterThanOrEqual(3);
    expect(text).toMatch(/class="picture"[\s\S]*?medium\/"/);
    expect(text).toMatch(/Not in the form[\s\S]*?unknown/);
  });

  it('shows who changed what', async () => {
    const uuid = await submit(app, uid, { answers: ANSWERS });
    await submit(app, uid, {
      answers: ANSWERS.replace('34', '35').replace('Cem', 'Can'),
      deprecates: uuid,
    });
    const [id] = await ids();
    const { text } = await (await signedIn('owner')).get(table(`${id}/`)).expect(200);
    expect(text).toMatch(/Edited by owner/);
    expect(text).toMatch(/How old are you\?\s*<\/th>\s*<td dir="auto">\s*34\s*<\/td>\s*<td dir="auto">\s*35/);
    expect(text).toMatch(
      /Its name\? \(2\)\s*<\/th>\s*<td dir="auto">\s*Cem\s*<\/td>\s*<td dir="auto">\s*Can/,
    );
  });

  it('offers changes only to those who may make them', async () => {
    await submit(app, uid, { by: 'owner' });
    await submit(app, uid, { by: 'granted' });
    const [own, granted] = await ids();
    const reader = await (await signedIn('granted')).get(table(`${own}/`)).expect(200);
    expect(reader.text).not.toMatch(/Duplicate|Delete …|Set status/);
    const partial = await signedIn('partial');
    await partial.get(table(`${own}/`)).expect(404);
    const { text } = await partial.get(table(`${granted}/`)).expect(200);
    expect(text).toMatch(/Set status[\s\S]*Delete …/);
    expect(text).not.toContain('Duplicate');
  });

  it('is hidden from strangers and anonymous visitors, and does not exist under another name', async () => {
    await submit(app, uid);
    const [id] = await ids();
    await (await signedIn('stranger')).get(table(`${id}/`)).expect(404);
    await new Browser(app).get(table(`${id}/`)).expect(302);
    const owner = await signedIn('owner');
    await owner.get(table('%00/')).expect(400);
    for (const name of ['999999', 'a'.repeat(300)]) {
      await owner.get(table(`${name}/`)).expect(404);
    }
  });

  it('is duplicated', async () => {
    await submit(app, uid);
    const [id] = await ids();
    const owner = await signedIn('owner');
    const { headers } = await owner.submit(table(`${id}/`), {}, table(`${id}/duplicate/`));
    expect(await ids()).toHaveLength(2);
    const { text } = await owner.get(headers['location']!).expect(200);
    expect(text).toContain('This is the copy.');
    const granted = await signedIn('granted');
    const token = await granted.csrfToken();
    await granted.post(table(`${id}/duplicate/`), { csrfmiddlewaretoken: token }).expect(403);
    expect(await ids()).toHaveLength(2);
  });
});

describe('deletion', () => {
  it('asks first, then deletes one', async () => {
    for (let index = 0; index < 2; index += 1) await submit(app, uid);
    const [first, second] = await ids();
    const owner = await signedIn('owner');
    const fields = await fieldsOf(owner, table(`${first}/`), table('delete/'));
    const asked = await owner.post(table('delete/'), fields).expect(200);
    expect(asked.text).toMatch(/Delete 1 submission\?/);
    expect(await ids()).toEqual([first, second]);
    const confirmed = table('delete/confirmed/');
    const { headers } = await owner.post(confirmed, hiddenFields(asked.text, confirmed)).expect(303);
    expect(headers['location']).toBe(`${table()}?done=deleted`);
    expect(await ids()).toEqual([second]);
  });

  it('deletes all found, but none that arrive after the question', async () => {
    for (const by of ['owner', 'granted', 'granted']) await submit(app, uid, { by });
    const [own] = await ids();
    const owner = await signedIn('owner');
    const page = table('?has._submitted_by=granted');
    const fields = await fieldsOf(owner, page, table('status/'));
    const asked = await owner.post(table('delete/'), { ...fields, target: 'all' }).expect(200);
    expect(asked.text).toMatch(/Delete 2 submissions\?/);
    await submit(app, uid, { by: 'granted' });
    const confirmed = table('delete/confirmed/');
    const { headers } = await owner.post(confirmed, hiddenFields(asked.text, confirmed)).expect(303);
    expect(headers['location']).toContain('has._submitted_by=granted&done=deleted');
    const left = await ids();
    expect(left).toHaveLength(2);
    expect(left[0]).toBe(own);
  });

  it('keeps rows outside a partial permission', async () => {
    for (const by of ['owner', 'granted']) await submit(app, uid, { by });
    const [own, granted] = await ids();
    const partial = await signedIn('partial');
    const token = await partial.csrfToken();
    const csrf = { csrfmiddlewaretoken: token };
    const payload = (selection: object) => ({ ...csrf, payload: JSON.stringify(selection) });
    const confirmed = table('delete/confirmed/');
    await partial.post(confirmed, payload({ submission_ids: [own, granted] })).expect(403);
    await partial.post(confirmed, { ...csrf, payload: 'x' }).expect(400);
    const asked = await partial.post(table('delete/'), { ...csrf, target: 'all' }).expect(200);
    expect(asked.text).toMatch(/Delete 1 submission\?/);
    await partial.post(confirmed, hiddenFields(asked.text, confirmed)).expect(303);
    expect(await ids()).toEqual([own]);
  });

  it('needs the permission and a CSRF token', async () => {
    await submit(app, uid);
    const [id] = await ids();
    const payload = JSON.stringify({ submission_ids: [id] });
    const owner = await signedIn('owner');
    for (const path of [table('delete/'), table('delete/confirmed/')]) {
      await owner.post(path, { payload, ids: String(id) }).expect(403);
      const granted = await signedIn('granted');
      const csrfmiddlewaretoken = await granted.csrfToken();
      await granted.post(path, { payload, csrfmiddlewaretoken }).expect(403);
      const stranger = await signedIn('stranger');
      await stranger.post(path, { payload, csrfmiddlewaretoken: await stranger.csrfToken() }).expect(404);
    }
    expect(await ids()).toEqual([id]);
  });

  it('leads back to pages of the project only', async () => {
    await submit(app, uid);
    const owner = await signedIn('owner');
    const fields = await fieldsOf(owner, table(), table('status/'));
    for (const back of ['https://evil.example/', '//evil.example', '/accounts/logout/']) {
      const asked = await owner
        .post(table('status/'), { ...fields, back, target: 'all', status: '' })
        .expect(200);
      const confirmed = table('status/confirmed/');
      const kept = hiddenFields(asked.text, confirmed);
      expect(kept['back']).toBe(`${table()}?status=&target=all`);
      const { headers } = await owner.post(confirmed, { ...kept, back }).expect(303);
      expect(headers['location']).toMatch(new RegExp(`^${table()}\\?done=status&`));
    }
  });
});
