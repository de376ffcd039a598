import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser, formsOf } from '../../support/browser';

let app: TestApp;
let owner: Browser;
let uid: string;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'granted']) await app.addUser(name);
  owner = new Browser(app, { 'Accept-Language': 'fr' });
  await owner.submit('/accounts/login/', { username: 'owner', password: PASSWORD });
});
afterAll(() => app.stop());

beforeEach(async () => {
  ({ uid } = await makeDeployedAsset(app));
  await submit(app, uid);
});

const project = (below = ''): string => `/projects/${uid}/${below}`;

async function idOf(): Promise<number> {
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
  return (body as { results: { _id: number }[] }).results[0]!._id;
}

it.each([
  ['new/blank/', { name: '' }, 'Saisissez un nom pour le projet.'],
  ['move/', { address: 'x' }, 'Saisissez l’adresse d’un serveur'],
])('of %s are in the language of the page', async (form, fields, message) => {
  const page = form === 'move/' ? '/projects/move/' : '/projects/new/';
  const { text } = await owner.submit(page, fields, `/projects/${form}`);
  expect(text).toContain(message);
});

it.each([
  ['reports/', 'reports/save/', { name: '' }, 'Donnez un nom au rapport.'],
  ['settings/hooks/new/', undefined, { name: 'a', endpoint: 'ftp://x' }, 'L’adresse doit commencer par'],
  [
    'settings/hooks/new/',
    undefined,
    { name: 'a', endpoint: 'https://example.org/', headers: 'Host: x' },
    'L’en-tête &quot;Host&quot; est défini par le service.',
  ],
])('of %s %s are in the language of the page', async (page, action, fields, message) => {
  const response = await owner.submit(project(page), fields, project(action ?? page));
  expect(response.status).toBe(400);
  expect(response.text).toContain(message);
});

it('of submissions that were restored meanwhile say so', async () => {
  const id = await idOf();
  const payload = { submission_ids: [id] };
  await app.as('owner').delete(`/api/v2/assets/${uid}/data/bulk/`).send({ payload }).expect(200);
  const page = project(`data/deleted/${id}/`);
  const { action, hidden } = formsOf((await owner.get(page)).text).find((form) =>
    form.action.includes('/restore/'),
  )!;
  await owner.post(action, hidden).expect(303);
  const refused = await owner.post(action, hidden).expect(400);
  expect(refused.text).toContain('elles ont été supprimées, ou restaurées, entre-temps.');
});

it('of a duplicate in a project that was archived meanwhile say so, and lead back', async () => {
  const page = project(`data/${await idOf()}/`);
  const { action, hidden } = formsOf((await owner.get(page)).text).find((form) =>
    form.action.includes('/duplicate/'),
  )!;
  await app.as('owner').patch(`/api/v2/assets/${uid}/deployment/`).send({ active: false }).expect(200);
  const refused = await owner.post(action, hidden).expect(409);
  expect(refused.text).toContain('Le projet est archivé et n’accepte ni nouvelles soumissions');
  expect(refused.text).toContain(`href="${page}"`);
});

it('of an offer that was withdrawn meanwhile say so', async () => {
  await owner.submit(project(), { recipient: 'granted' }, project('transfer/'));
  const granted = await Browser.signedIn(app, 'granted');
  const { action, hidden } = formsOf((await granted.get('/projects/')).text).find((form) =>
    form.action.includes('/invites/'),
  )!;
  const { body } = await app.as('owner').get('/api/v2/project-ownership/invites/').expect(200);
  const [invite] = (body as { results: { url: string }[] }).results;
  await app.as('owner').patch(new URL(invite!.url).pathname).send({ status: 'cancelled' }).expect(200);
  const { headers } = await granted.post(action, hidden).expect(303);
  const { text } = await granted.get(headers['location'] as string).expect(200);
  expect(text).toContain('The offer was withdrawn, or answered already. Nothing was changed.');
});
