import { grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

const HOSTILE = '<img src=x onerror=alert(1)>';
const HOOK = { endpoint: 'https://data.example.org/in', format: 'json', auth: 'no_auth' };

let app: TestApp;
let uid: string;
let settings: string;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'editor', 'granted', 'partial', 'stranger']) await app.addUser(name);
  await app.addUser('root', { superuser: true });
});
beforeEach(async () => {
  ({ uid } = await makeDeployedAsset(app));
  settings = `/projects/${uid}/settings/`;
  await grant(app, uid, 'editor', ['change_asset']);
  await grant(app, uid, 'granted', ['view_submissions']);
  await grantPartially(app, uid, 'partial', { view_submissions: [{ _submitted_by: 'granted' }] });
});
afterAll(() => app.stop());

const signedIn = (username: string) => Browser.signedIn(app, username);

async function asset(): Promise<{ name: string; settings: Record<string, unknown>; data_sharing: object }> {
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
  return body as Awaited<ReturnType<typeof asset>>;
}

describe('settings', () => {
  it.each([
    ['owner', 200, 200, 200],
    ['root', 200, 200, 200],
    ['editor', 200, 404, 403],
    ['granted', 403, 404, 403],
    ['partial', 403, 404, 403],
    ['stranger', 404, 404, 403],
  ])('are shown to %s by permission', async (username, page, hooks, activity) => {
    const browser = await signedIn(username);
    const { text } = await browser.get(settings).expect(page);
    expect(text.includes('Webhooks')).toBe(hooks === 200);
    expect((await browser.get(`${settings}hooks/`)).status).toBe(hooks);
    expect((await browser.get(`${settings}hooks/new/`)).status).toBe(hooks);
    expect((await browser.get(`${settings}activity/`)).status).toBe(activity);
    const csrfmiddlewaretoken = await browser.csrfToken();
    if (page === 200) return;
    for (const path of [
      'details/',
      'media/',
      'pairs/sharing/',
      'pairs/',
      'media/x/delete/',
      'pairs/x/delete/',
    ]) {
      const { status } = await browser.post(settings + path, { csrfmiddlewaretoken, name: 'x' });
      expect([path, status]).toEqual([path, page]);
    }
    for (const path of ['new/', 'x/', 'x/delete/', 'x/retry/', 'x/logs/y/retry/']) {
      const { status } = await browser.post(`${settings}hooks/${path}`, { csrfmiddlewaretoken });
      expect([path, status]).toEqual([path, 404]);
    }
  });

  it('lead an anonymous visitor to sign in', async () => {
    await new Browser(app).get(settings).expect(302);
  });

  it('require a CSRF token', async () => {
    const owner = await signedIn('owner');
    for (const path of ['details/', 'media/', 'pairs/sharing/', 'pairs/', 'hooks/new/', 'hooks/x/retry/']) {
      await owner.post(settings + path).expect(403);
    }
  });
});

describe('details', () => {
  it('are saved and shown', async () => {
    const editor = await signedIn('editor');
    const { headers } = await editor.submit(
      settings,
      { name: HOSTILE, description: 'Wells <b>', sector: 'Health', country: 'FRA' },
      `${settings}details/`,
    );
    expect(headers['location']).toBe(`${settings}?done=saved`);
    expect(await asset()).toMatchObject({
      name: HOSTILE,
      settings: {
        description: 'Wells <b>',
        sector: { value: 'Health', label: 'Health' },
        country: [{ value: 'FRA', label: 'France' }],
        country_codes: ['FRA'],
      },
    });
    const { text } = await editor.get(`${settings}?done=saved`);
    expect(text).toContain('The settings were saved.');
    expect(text).not.toContain('<img');
    expect(text).toContain('Wells &lt;b&gt;');
    expect(text).toMatch(/<option value="FRA"\s+selected/);
  });

  it('keep each of several countries', async () => {
    const owner = await signedIn('owner');
    await owner.submit(settings, { name: 'A', country: ['FRA', 'KEN'] }, `${settings}details/`);
    expect((await asset()).settings).toMatchObject({ country_codes: ['FRA', 'KEN'] });
  });

  it('clear sector and countries', async () => {
    const owner = await signedIn('owner');
    await owner.submit(settings, { name: 'A', sector: 'Health', country: 'FRA' }, `${settings}details/`);
    await owner.submit(settings, { name: 'A' }, `${settings}details/`);
    expect((await asset()).settings).toMatchObject({ sector: {}, country: [] });
  });

  it('explain text that is too long', async () => {
    const owner = await signedIn('owner');
    const { status, text } = await owner.submit(settings, { name: 'x'.repeat(256) }, `${settings}details/`);
    expect(status).toBe(400);
    expect(text).toContain('At most 255 characters');
  });
});

describe('media files', () => {
  const uploader = async (owner: Browser) => {
    const csrfmiddlewaretoken = await owner.csrfToken();
    const cookies = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return (name: string, bytes: string) =>
      app
        .with(undefined)
        .post(`${settings}media/`)
        .set('Cookie', cookies)
        .set('Accept', 'text/html')
        .redirects(0)
        .field('csrfmiddlewaretoken', csrfmiddlewaretoken)
        .attach('content', Buffer.from(bytes), name);
  };

  it('are uploaded, listed and deleted', async () => {
    const owner = await signedIn('owner');
    const send = await uploader(owner);
    await send('cities.csv', 'name\nLyon').expect(303);
    const { text } = await owner.get(`${settings}media/`);
    expect(text).toContain('cities.csv');
    const added = await owner.get(`${settings}media/?done=uploaded`);
    expect(added.text).toContain('Devices get it when they update the form.');
    const again = await send('cities.csv', 'name\nLyon').expect(400);
    expect(again.text).toContain('Delete that one first');
    const refused = await send('<img src=x>.exe', 'MZ').expect(400);
    expect(refused.text).not.toContain('<img');
    const remove = /action="([^"]*\/delete\/)"/.exec(text)![1]!;
    await owner.submit(`${settings}media/`, {}, remove);
    expect((await owner.get(`${settings}media/`)).text).not.toContain('cities.csv');
  });

  it('that devices can’t read are added with warnings', async () => {
    const owner = await signedIn('owner');
    const send = await uploader(owner);
    const fine = await send('fine.csv', 'name,label\na,A\n').expect(303);
    expect(fine.headers['location']).toBe(`${settings}media/?done=uploaded`);
    const ragged = await send('ragged.csv', 'name,label,<img src=x>\na,A\na,B,C\n').expect(303);
    const { text } = await owner.get(ragged.headers['location'] as string);
    expect(text).toContain('The file was added.');
    expect(text).toMatch(
      /class="caution" role="status">[^]*<li dir="auto">Row 2 has 2 cells, the heading has 3\./,
    );
    expect(text).toContain('The name &quot;a&quot; of row 3 is that of row 2 too.');
    expect(text).not.toContain('<img');
    expect((await owner.get(`${settings}media/?done=uploaded`)).text).not.toContain('Row 2 has');
  });

  it.each(['unknown', '%00', 'a&file=b', ''])('have no warnings for file=%s', async (file) => {
    const owner = await signedIn('owner');
    const { status, text } = await owner.get(`${settings}media/?done=uploaded&file=${file}`);
    expect(status).toBe(200);
    expect(text).not.toContain('class="caution" role="status"');
  });

  it('need a file or an address', async () => {
    const owner = await signedIn('owner');
    const { status, text } = await owner.submit(`${settings}media/`);
    expect(status).toBe(400);
    expect(text).toContain('Choose a file, or enter the address of one.');
    await owner.submit(`${settings}media/`, { url: 'https://example.org/wells.csv' });
    expect((await owner.get(`${settings}media/`)).text).toContain('wells.csv');
  });
});

describe('connected projects', () => {
  it('are connected and disconnected', async () => {
    const source = await makeDeployedAsset(app, { name: HOSTILE });
    const owner = await signedIn('owner');
    const fields = { source: `http://example.org/projects/${source.uid}/`, filename: 'people' };
    const refused = await owner.submit(`${settings}pairs/`, fields);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Data sharing for');
    const sourcePairs = `/projects/${source.uid}/settings/pairs/`;
    const sharing = `${sourcePairs}sharing/`;
    await owner.submit(sourcePairs, { enabled: 'yes' }, sharing);
    const done = await owner.submit(`${settings}pairs/`, fields);
    expect(done.headers['location']).toBe(`${settings}pairs/?done=connected`);
    const { text } = await owner.get(`${settings}pairs/`);
    expect(text).toContain('people.xml');
    expect(text).not.toContain('<img');
    expect(text).not.toContain('It shares no data any more');
    await owner.submit(sourcePairs, {}, sharing);
    expect((await owner.get(`${settings}pairs/`)).text).toContain('It shares no data any more');
    const remove = /action="([^"]*\/pairs\/[^"]*\/delete\/)"/.exec(text)![1]!;
    await owner.submit(`${settings}pairs/`, {}, remove);
    expect((await owner.get(`${settings}pairs/`)).text).not.toContain('people.xml');
    expect((await owner.get(sourcePairs)).text).not.toMatch(/name="enabled"[^>]*checked/);
  });

  it('are no longer served after the form lost a shared question', async () => {
    const owner = await signedIn('owner');
    const save = (body: object) => app.as('owner').patch(`/api/v2/assets/${uid}/`).send(body).expect(200);
    const [kept, lost] = ['kept', 'lost'].map((name) => ({ type: 'text', name, label: name }));
    await save({ content: { survey: [kept, lost] } });
    await save({ data_sharing: { enabled: true, fields: ['lost'] } });
    await save({ content: { survey: [kept] } });
    await owner.submit(`${settings}pairs/`, {}, `${settings}pairs/sharing/`);
    expect((await asset()).data_sharing).toEqual({ enabled: false, fields: ['lost'] });
  });

  it('explain an address that names no project', async () => {
    const owner = await signedIn('owner');
    const { status, text } = await owner.submit(`${settings}pairs/`, { source: HOSTILE, filename: 'a' });
    expect(status).toBe(400);
    expect(text).toContain('Enter the address of a project');
  });
});

describe('webhooks', () => {
  it('are made, changed and deleted', async () => {
    const owner = await signedIn('owner');
    const made = await owner.submit(`${settings}hooks/new/`, {
      ...HOOK,
      name: HOSTILE,
      active: 'yes',
      auth: 'basic_auth',
      username: 'ann',
      password: 'secret words',
      headers: 'X-Project: wells\nX-Token: secret of wells',
    });
    expect(made.status).toBe(303);
    const page = made.headers['location']!.replace(/\?.*/, '');
    const { text } = await owner.get(page);
    expect(text).not.toContain('<img');
    expect(text).toContain('X-Project: wells');
    expect(text).not.toContain('secret words');
    expect(text).not.toContain('secret of wells');
    await owner.submit(page, {
      ...HOOK,
      name: 'Renamed',
      username: 'ann',
      password: '********',
      headers: 'X-Token: ********',
    });
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/hooks/`).expect(200);
    expect((body as { results: object[] }).results).toEqual([
      expect.objectContaining({ name: 'Renamed', active: false, auth_level: 'no_auth' }),
    ]);
    await owner.submit(page, {}, `${page}delete/`);
    await owner.get(page).expect(404);
    expect((await owner.get(`${settings}hooks/`)).text).toContain('No webhooks');
  });

  it.each([
    [{ ...HOOK, name: '' }, 'Enter a name.'],
    [{ ...HOOK, name: 'A', endpoint: 'ftp://x' }, 'id="endpoint-error"'],
    [{ ...HOOK, name: 'A', headers: 'no colon' }, 'Enter each header as'],
    [{ ...HOOK, name: 'A', headers: 'Host: x' }, 'is set by the service'],
    [{ ...HOOK, name: 'A', template: 'no template' }, 'template'],
  ])('explain %j', async (fields, message) => {
    const { status, text } = await (await signedIn('owner')).submit(`${settings}hooks/new/`, fields);
    expect(status).toBe(400);
    expect(text).toContain(message);
  });

  it('show deliveries and retry them', async () => {
    const owner = await signedIn('owner');
    const made = await owner.submit(`${settings}hooks/new/`, {
      ...HOOK,
      endpoint: 'http://127.0.0.1:9/',
      name: 'Closed port',
      active: 'yes',
    });
    const page = made.headers['location']!.replace(/\?.*/, '');
    await submit(app, uid);
    const { text } = await owner.get(page);
    expect(text).toMatch(/Deliveries[\s\S]*(Pending|Failed|Being sent)/);
    const csrfmiddlewaretoken = await owner.csrfToken();
    const all = await owner.post(`${page}retry/`, { csrfmiddlewaretoken });
    expect(all.headers['location']).toMatch(/done=(none|retried)$/);
    await owner.post(`${page}logs/unknown/retry/`, { csrfmiddlewaretoken }).expect(404);
  });
});
