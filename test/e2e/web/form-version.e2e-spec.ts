import { grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

const FIRST = {
  survey: [
    { type: 'text', name: 'village', label: ['Village?', 'Village ?'] },
    { type: 'integer', name: 'age', label: ['Age?', 'Âge ?'] },
  ],
  translations: ['English', 'French'],
  translated: ['label'],
};
const SECOND = {
  ...FIRST,
  survey: [FIRST.survey[0]!, { type: 'text', name: 'phone', label: ['Phone?', 'Téléphone ?'] }],
};

interface Version {
  readonly uid: string;
  readonly version_number: string;
}

let app: TestApp;
let uid: string;
let form: string;
let first: Version;

const versions = async (): Promise<Version[]> => {
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/versions/`).expect(200);
  return (body as { results: Version[] }).results;
};

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'viewer', 'partial', 'stranger']) await app.addUser(name);
  ({ uid } = await makeDeployedAsset(app, { content: FIRST }));
  form = `/projects/${uid}/form/`;
  first = (await versions())[0]!;
  await app.as('owner').patch(`/api/v2/assets/${uid}/`).send({ content: SECOND }).expect(200);
  await app
    .as('owner')
    .post(`/api/v2/assets/${uid}/permission-assignments/`)
    .send({ user: '/api/v2/users/viewer/', permission: '/api/v2/permissions/view_asset/' })
    .expect(201);
  await grantPartially(app, uid, 'partial', { view_submissions: [{ village: 'A' }] });
});
afterAll(() => app.stop());

const signedIn = (username: string) => Browser.signedIn(app, username);

it('lists the versions on the form page, with the way to each', async () => {
  const { text } = await (await signedIn('owner')).get(form).expect(200);
  for (const version of await versions()) {
    expect(text).toContain(`href="${form}versions/${version.uid}/"`);
    expect(text).toContain(`Version ${version.version_number}</a`);
  }
});

it('shows the questions of a language', async () => {
  const owner = await signedIn('owner');
  expect((await owner.get(form).expect(200)).text).toContain('Village?');
  const { text } = await owner.get(`${form}?language=French`).expect(200);
  expect(text).toContain('Village ?');
  expect(text).not.toContain('Village?');
  expect(text).toMatch(/<option value="French"\s+selected>/);
});

it('opens a version, with what the current form changed', async () => {
  const { text } = await (
    await signedIn('viewer')
  )
    .get(`${form}versions/${first.uid}/?language=French`)
    .expect(200);
  expect(text).toContain('Âge ?');
  expect(text).toContain('Changed in the current form');
  const changes = text.slice(text.indexOf('id="changes"'));
  expect(changes).toMatch(/added[^]*phone[^]*removed[^]*age/);
  expect(text).not.toContain('Restore this version');
});

it('compares two versions', async () => {
  const [newest] = await versions();
  const owner = await signedIn('owner');
  const { text } = await owner.get(`${form}versions/${newest!.uid}/?with=${first.uid}`).expect(200);
  expect(text).toContain(`Changed in version ${first.version_number}`);
  expect(text.slice(text.indexOf('id="changes"'))).toMatch(/added[^]*age[^]*removed[^]*phone/);
  await owner.get(`${form}versions/${newest!.uid}/?with=nope`).expect(404);
});

it.each([
  ['owner', 200],
  ['viewer', 200],
  ['partial', 200],
  ['stranger', 404],
])('shows a version to %s: %d', async (username, status) => {
  const browser = await signedIn(username);
  for (const path of [`${form}versions/`, `${form}versions/${first.uid}/`]) {
    expect((await browser.get(path)).status).toBe(status);
  }
  expect((await browser.get(`${form}versions/nope/`)).status).toBe(404);
});

it('leads anonymous visitors to sign in', async () => {
  const { headers } = await new Browser(app).get(`${form}versions/${first.uid}/`).expect(302);
  expect(headers['location']).toContain('/accounts/login/');
});

it.each([
  ['viewer', 403],
  ['stranger', 404],
])('lets no %s restore: %d', async (username, status) => {
  const browser = await signedIn(username);
  const csrfmiddlewaretoken = await browser.csrfToken();
  const { status: found } = await browser.post(`${form}versions/${first.uid}/restore/`, {
    csrfmiddlewaretoken,
  });
  expect(found).toBe(status);
});

it('restores a version as a new one, which is deployed when somebody says so', async () => {
  const owner = await signedIn('owner');
  await app.as('owner').patch(`/api/v2/assets/${uid}/`).send({ name: 'Renamed since' }).expect(200);
  const before = await versions();
  const path = `${form}versions/${first.uid}/`;
  const { headers } = await owner.submit(path, {}, `${path}restore/`);
  expect(headers['location']).toBe(`${form}?done=restored`);
  const after = await versions();
  expect(after).toHaveLength(before.length + 1);
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
  const {
    name,
    content,
    deployed_version_id: deployed,
  } = body as {
    name: string;
    content: { survey: { name: string }[] };
    deployed_version_id: string;
  };
  expect(content.survey.map(({ name }) => name)).toEqual(['village', 'age']);
  expect(deployed).toBe(first.uid);
  expect(name).toBe('Renamed since');
});
