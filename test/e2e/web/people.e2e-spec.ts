import { grant, grantPartially, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

const HOSTILE = '<img src=x onerror=alert(1)>';

let app: TestApp;
let uid: string;
let people: string;

beforeAll(async () => {
  app = await startApp();
  const names = ['owner', 'manager', 'granted', 'partial', 'stranger', 'newcomer', 'leaver'];
  for (const name of names) await app.addUser(name);
  await app.addUser('root', { superuser: true });
});
beforeEach(async () => {
  ({ uid } = await makeDeployedAsset(app));
  people = `/projects/${uid}/people/`;
  await grant(app, uid, 'manager', ['manage_asset']);
  await grant(app, uid, 'granted', ['view_submissions']);
  await grantPartially(app, uid, 'partial', { view_submissions: [{ _submitted_by: 'granted' }] });
});
afterAll(() => app.stop());

const signedIn = (username: string) => Browser.signedIn(app, username);

interface Held {
  readonly codename: string;
  readonly filters: unknown;
}

/** Assignments of a user by the API. */
async function heldBy(username: string): Promise<Held[]> {
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/permission-assignments/`).expect(200);
  const all = body as { user: string; permission: string; partial_permissions?: unknown }[];
  return all
    .filter(({ user }) => user.endsWith(`/users/${username}/`))
    .map(({ permission, partial_permissions: filters }) => ({
      codename: /permissions\/(\w+)\//.exec(permission)![1]!,
      filters,
    }));
}

const codenamesOf = async (username: string): Promise<string[]> =>
  (await heldBy(username)).map(({ codename }) => codename);

describe('the page of people', () => {
  it.each(['owner', 'manager', 'root'])('shows all of them and what they may to %s', async (username) => {
    const { text } = await (await signedIn(username)).get(people).expect(200);
    expect(text).toMatch(/manager<\/strong[\s\S]*?Manage the project and its people/);
    expect(text).toMatch(/granted<\/strong[\s\S]*?View submissions/);
    expect(text).toMatch(/partial<\/strong[\s\S]*?sent by granted/);
    expect(text).toContain('Add a person');
    expect(text).toContain('Make a link');
  });

  it.each(['granted', 'partial'])('shows %s the owner and themselves', async (username) => {
    const { text } = await (await signedIn(username)).get(people).expect(200);
    expect(text).toContain(`${username}</strong`);
    expect(text).not.toContain('manager</strong');
    expect(text).not.toContain('Add a person');
    expect(text).not.toContain('Make a link');
  });

  it('is hidden from a stranger, and leads an anonymous visitor to sign in', async () => {
    await (await signedIn('stranger')).get(people).expect(404);
    await new Browser(app).get(people).expect(302);
  });

  it('lets only managers change it', async () => {
    const manager = await signedIn('manager');
    const { text } = await manager.get(`${people}person/granted/`).expect(200);
    expect(text).toContain('Permissions of granted');
    for (const username of ['granted', 'partial', 'stranger']) {
      const browser = await signedIn(username);
      const csrfmiddlewaretoken = await browser.csrfToken();
      const status = username === 'stranger' ? 404 : 403;
      await browser.get(`${people}add/`).expect(status);
      await browser.get(`${people}person/manager/`).expect(status);
      for (const path of ['add/', 'copy/', 'person/manager/', 'person/manager/remove/', 'public/']) {
        await browser
          .post(people + path, { csrfmiddlewaretoken, user: username, manage_asset: 'yes' })
          .expect(status);
      }
      await browser.post(`${people}links/`, { csrfmiddlewaretoken, name: 'x' }).expect(404);
    }
    expect(await codenamesOf('manager')).toContain('manage_asset');
  });

  it('requires a CSRF token', async () => {
    const owner = await signedIn('owner');
    for (const path of [
      'add/',
      'copy/',
      'person/granted/',
      'person/granted/remove/',
      'public/',
      'links/',
      'leave/',
    ]) {
      await owner.post(people + path, { user: 'newcomer' }).expect(403);
    }
  });
});

describe('adding a person', () => {
  it('grants what was chosen', async () => {
    const owner = await signedIn('owner');
    const fields = { user: 'newcomer', add_submissions: 'yes', rows: 'all', validate_submissions: 'yes' };
    const { headers } = await owner.submit(`${people}add/`, fields);
    expect(headers['location']).toBe(`${people}?done=saved`);
    expect(await codenamesOf('newcomer')).toEqual([
      'add_submissions',
      'validate_submissions',
      'view_asset',
      'view_submissions',
    ]);
  });

  it('grants some submissions by a filter that was put together', async () => {
    const owner = await signedIn('owner');
    await owner.submit(`${people}add/`, {
      user: 'newcomer',
      view_asset: 'yes',
      rows: 'some',
      delete_submissions: 'yes',
      submitters: 'granted, partial',
      'question-0': 'person/age',
      'comparison-0': 'at-least',
      'value-0': '18',
    });
    const filters = [
      { $and: [{ _submitted_by: { $in: ['granted', 'partial'] } }, { 'person/age': { $gte: 18 } }] },
    ];
    expect(
      (await heldBy('newcomer')).find(({ codename }) => codename === 'partial_submissions')?.filters,
    ).toEqual([
      { url: expect.stringContaining('/view_submissions/') as unknown, filters },
      { url: expect.stringContaining('/delete_submissions/') as unknown, filters },
    ]);
    const { text } = await owner.get(people);
    expect(text).toContain('sent by granted or partial; How old are you? is at least 18');
    const form = await owner.get(`${people}person/newcomer/`);
    expect(form.text).toMatch(/value="some"[^>]*checked/);
    expect(form.text).toMatch(/<option value="person\/age"[^>]*selected/);
    expect(form.text).toContain('value="18"');
  });

  it.each([
    [
      { user: 'newcomer', rows: 'some', 'question-0': 'consent', 'value-0': 'Perhaps' },
      'is not a choice of “May we go on?”',
    ],
    [{ user: 'nobody-here' }, 'no active account'],
    [{ user: '' }, 'no active account'],
    [{ user: 'owner', view_asset: 'yes' }, 'Owner'],
    [{ user: 'newcomer', rows: 'some' }, 'at least one condition'],
    [{ user: 'newcomer', rows: 'none', delete_submissions: 'yes' }, 'Choose which submissions'],
    [{ user: 'newcomer', rows: 'some', 'question-0': 'person/age', 'value-0': 'old' }, 'Enter a number'],
    [{ user: HOSTILE, view_asset: 'yes' }, '&lt;img src=x'],
  ])('explains %j', async (fields, message) => {
    const { status, text } = await (
      await signedIn('owner')
    ).submit(`${people}add/`, {
      view_asset: 'yes',
      ...fields,
    });
    expect(status).toBe(400);
    expect(text).toContain(message);
    expect(text).not.toContain('<img');
    expect(await codenamesOf('newcomer')).toEqual([]);
  });

  it('refuses text that cannot be stored', async () => {
    const owner = await signedIn('owner');
    const { status } = await owner.submit(`${people}add/`, {
      user: 'newcomer',
      rows: 'some',
      'question-0': 'name',
      'value-0': '\u0000',
    });
    expect(status).toBe(400);
  });
});

describe('one person', () => {
  it('gets other permissions in place of the old ones', async () => {
    const owner = await signedIn('owner');
    await owner.submit(`${people}person/granted/`, { view_asset: 'yes', change_asset: 'yes', rows: 'none' });
    expect(await codenamesOf('granted')).toEqual(['change_asset', 'view_asset']);
  });

  it('keeps a filter that the form cannot show', async () => {
    await grantPartially(app, uid, 'partial', {
      view_submissions: [{ _submitted_by: 'granted' }, { consent: 'yes' }],
    });
    const owner = await signedIn('owner');
    const { text } = await owner.get(`${people}person/partial/`);
    expect(text).toContain('Keep the present filter');
    await owner.submit(`${people}person/partial/`, { view_asset: 'yes', change_asset: 'yes', rows: 'kept' });
    const held = await heldBy('partial');
    expect(held.map(({ codename }) => codename)).toEqual([
      'change_asset',
      'partial_submissions',
      'view_asset',
    ]);
    expect(JSON.stringify(held)).toContain('{"consent":"yes"}');
  });

  it('is removed', async () => {
    const owner = await signedIn('owner');
    await owner.submit(people, {}, `${people}person/granted/remove/`);
    expect(await codenamesOf('granted')).toEqual([]);
  });

  it('is led to the projects after a manager removes their own permissions', async () => {
    await grant(app, uid, 'manager', ['manage_asset']);
    const manager = await signedIn('manager');
    const { headers } = await manager.submit(people, {}, `${people}person/manager/remove/`);
    expect((await manager.get(headers['location']!).expect(200)).text).toContain('You left the project.');
  });

  it('can leave', async () => {
    const granted = await signedIn('granted');
    const { headers } = await granted.submit(people, {}, `${people}leave/`);
    expect((await granted.get(headers['location']!).expect(200)).text).toContain('You left the project.');
    expect(await codenamesOf('granted')).toEqual([]);
    await granted.get(people).expect(404);
  });

  it.each(['owner', 'AnonymousUser', 'newcomer', 'nobody-here', '%00'])('has no page as %s', async (name) => {
    const { status } = await (await signedIn('owner')).get(`${people}person/${name}/`);
    expect([400, 404]).toContain(status);
  });

  it('cannot be removed as owner', async () => {
    const owner = await signedIn('owner');
    const csrfmiddlewaretoken = await owner.csrfToken();
    await owner.post(`${people}person/owner/remove/`, { csrfmiddlewaretoken }).expect(409);
    const { status } = await owner.post(`${people}person/%00/remove/`, { csrfmiddlewaretoken });
    expect([303, 400, 404]).toContain(status);
  });
});

describe('public access', () => {
  it('is given and taken away', async () => {
    const owner = await signedIn('owner');
    await owner.submit(people, { add_submissions: 'yes', view_asset: 'yes' }, `${people}public/`);
    expect(await codenamesOf('AnonymousUser')).toEqual(['add_submissions', 'view_asset']);
    const { text } = await new Browser(app).get(people).expect(200);
    expect(text).toContain('Send submissions without an account');
    expect(text).not.toContain('granted</strong');
    const links = [`${app.origin}/projects/${uid}/`, `${app.origin}/web-forms/${uid}/`];
    for (const link of links) expect(text).toContain(`<code>${link}</code>`);
    await owner.submit(people, { add_submissions: 'yes' }, `${people}public/`);
    const { text: form } = await owner.get(people);
    expect(form).toContain(`<code>${links[1]!}</code>`);
    expect(form).not.toContain(`<code>${links[0]!}</code>`);
    await owner.submit(people, {}, `${people}public/`);
    expect(await codenamesOf('AnonymousUser')).toEqual([]);
    await new Browser(app).get(people).expect(302);
  });
});

describe('collector links', () => {
  it('are made, used, listed and revoked', async () => {
    const owner = await signedIn('owner');
    const { status, text } = await owner.submit(people, { name: HOSTILE }, `${people}links/`);
    expect(status).toBe(201);
    expect(text).not.toContain('<img');
    const link = /\/collector\/[0-9a-f]{40}/.exec(text)![0];
    const formList = async (): Promise<string> => {
      const response = await app.as(ANONYMOUS).get(`${link}/formList`).set('X-OpenRosa-Version', '1.0');
      return response.text;
    };
    expect(await formList()).toContain(uid);
    const list = await owner.get(people);
    expect(list.text).toContain('&lt;img src=x');
    expect(list.text).not.toContain(link);
    expect(list.text).toMatch(
      /<details class="confirm">\s*<summary>\s*Revoke[^]*?can’t send any more[^]*?\/revoke\//,
    );
    const revoke = /action="([^"]*\/revoke\/)"/.exec(list.text)![1]!;
    await owner.submit(people, {}, revoke);
    expect(await formList()).not.toContain(uid);
  });
});

describe('people of a library item', () => {
  it('has no permissions on submissions', async () => {
    const item = await makeAsset(app, { asset_type: 'question', content: { survey: [] } });
    const owner = await signedIn('owner');
    const path = `/projects/${item.uid}/people/`;
    const { text } = await owner.get(`${path}add/`).expect(200);
    expect(text).not.toContain('value="some"');
    const { status } = await owner.submit(`${path}add/`, { user: 'newcomer', view_asset: 'yes' });
    expect(status).toBe(303);
  });
});
