import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

let app: TestApp;
let uid: string;
let people: string;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'granted', 'newcomer', 'other']) await app.addUser(name);
});
beforeEach(async () => {
  ({ uid } = await makeDeployedAsset(app));
  people = `/projects/${uid}/people/`;
  await grant(app, uid, 'granted', ['view_submissions']);
});
afterAll(() => app.stop());

async function owner(): Promise<Browser> {
  const browser = new Browser(app);
  await browser.signIn('owner', PASSWORD);
  return browser;
}

/** By the API. */
async function codenamesOf(username: string): Promise<string[]> {
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/permission-assignments/`).expect(200);
  return (body as { user: string; permission: string }[])
    .filter(({ user }) => user.endsWith(`/users/${username}/`))
    .map(({ permission }) => /permissions\/(\w+)\//.exec(permission)![1]!);
}

it.each([
  ['viewer', ['view_asset', 'view_submissions']],
  ['enumerator', ['add_submissions', 'view_asset']],
  [
    'editor',
    [
      'add_submissions',
      'change_asset',
      'change_submissions',
      'validate_submissions',
      'view_asset',
      'view_submissions',
    ],
  ],
])('grants the role %s to several people at once, and shows it', async (role, codenames) => {
  const browser = await owner();
  // Ticks that the role hides count for nothing.
  const fields = { user: 'newcomer, other', role, delete_submissions: 'yes', rows: 'none' };
  const { headers } = await browser.submit(`${people}add/`, fields);
  expect(headers['location']).toBe(`${people}?done=saved`);
  for (const username of ['newcomer', 'other']) {
    expect(await codenamesOf(username)).toEqual(codenames);
    const { text } = await browser.get(`${people}person/${username}/`).expect(200);
    expect(text).toMatch(new RegExp(`name="role" value="${role}"\\s+checked`));
  }
});

it('adds none of several people if one is unknown', async () => {
  const fields = { user: 'newcomer unknown', role: 'viewer' };
  const { status, text } = await (await owner()).submit(`${people}add/`, fields);
  expect([status, text.includes('There is no active account with this username.')]).toEqual([400, true]);
  expect(await codenamesOf('newcomer')).toEqual([]);
});

it('copies the people of another project', async () => {
  const browser = await owner();
  const { uid: source } = await makeDeployedAsset(app, { name: 'Source' });
  await browser.submit(`/projects/${source}/people/add/`, { user: 'newcomer', role: 'editor' });
  expect((await browser.get(people)).text).toContain('Copy the people of another project');
  expect((await browser.submit(people, { source: '' }, `${people}copy/`)).status).toBe(400);
  expect((await browser.submit(people, { source: 'aUnknown' }, `${people}copy/`)).status).toBe(404);
  const { headers } = await browser.submit(people, { source }, `${people}copy/`);
  expect(headers['location']).toBe(`${people}?done=copied`);
  expect(await codenamesOf('newcomer')).toContain('validate_submissions');
  expect(await codenamesOf('granted')).toEqual([]);
});
