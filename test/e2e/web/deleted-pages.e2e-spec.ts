import { grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

let app: TestApp;
let uid: string;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'granted', 'partial', 'stranger']) await app.addUser(username);
  ({ uid } = await makeDeployedAsset(app, { name: 'Wells' }));
  await grant(app, uid, 'granted', ['view_submissions', 'add_submissions']);
  await grantPartially(app, uid, 'partial', { delete_submissions: [{ _submitted_by: 'granted' }] });
});
afterAll(() => app.stop());

const table = (below = ''): string => `/projects/${uid}/data/${below}`;

const signedIn = (username: string) => Browser.signedIn(app, username);

async function ids(): Promise<number[]> {
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
  return (body as { results: { _id: number }[] }).results.map(({ _id }) => _id);
}

it('shows the deleted submissions to those who may restore them', async () => {
  for (const by of ['owner', 'granted']) await submit(app, uid, { by });
  const all = await ids();
  const [own, granted] = all;
  const owner = await signedIn('owner');
  expect((await owner.get(table('deleted/')).expect(200)).text).toContain('Nothing deleted');
  const payload = { payload: { submission_ids: all } };
  await app.as('owner').delete(`/api/v2/assets/${uid}/data/bulk/`).send(payload).expect(200);
  expect((await owner.get(table()).expect(200)).text).toContain(table('deleted/'));
  const { text } = await owner.get(table('deleted/')).expect(200);
  for (const id of all) expect(text).toContain(`href="${table(`deleted/${id}/`)}"`);
  const shown = await owner.get(table(`deleted/${own}/`)).expect(200);
  expect(shown.text).toMatch(/Asha[\s\S]*Deleted[\s\S]*by owner/);
  await owner.get(table('deleted/x/')).expect(404);
  const { headers } = await owner.get(table(`${own}/`)).expect(303);
  expect(headers['location']).toBe(table(`deleted/${own}/`));

  const partial = await signedIn('partial');
  expect((await partial.get(table('deleted/')).expect(200)).text).not.toContain(`deleted/${own}/`);
  for (const below of ['deleted/', '']) await partial.get(table(`${below}${own}/`)).expect(404);
  const restore = table('deleted/restore/');
  const csrf = { csrfmiddlewaretoken: await partial.csrfToken() };
  await partial.post(restore, { ...csrf, ids: String(own) }).expect(403);
  await partial.post(restore, csrf).expect(400);
  await partial.post(restore, { ...csrf, target: 'all' }).expect(303);
  expect(await ids()).toEqual([granted]);
  for (const [username, status] of [
    ['granted', 403],
    ['stranger', 404],
  ] as const) {
    const other = await signedIn(username);
    const csrfmiddlewaretoken = await other.csrfToken();
    for (const path of ['deleted/', `deleted/${own}/`]) await other.get(table(path)).expect(status);
    await other.post(restore, { csrfmiddlewaretoken, target: 'all' }).expect(status);
  }
  await new Browser(app).get(table('deleted/')).expect(302);
  await owner.submit(table(`deleted/${own}/`), {}, restore);
  expect(await ids()).toEqual(all);
  await app.as('owner').delete(`/api/v2/assets/${uid}/data/bulk/`).send(payload).expect(200);
  await owner.submit(table('deleted/'), { ids: all.map(String) }, restore);
  expect(await ids()).toEqual(all);
  const { text: after } = await owner.get(table('?done=deleted')).expect(200);
  expect(after).toContain('can be restored for a time');
});
