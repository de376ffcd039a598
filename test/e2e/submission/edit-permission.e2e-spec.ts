import { type AssetJson, grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

let app: TestApp;
let survey: AssetJson;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'enumerator', 'editor', 'some', 'viewer', 'stranger']) {
    await app.addUser(username);
  }
  survey = await makeDeployedAsset(app);
  await grant(app, survey.uid, 'enumerator', ['add_submissions']);
  await grant(app, survey.uid, 'editor', ['change_submissions']);
  await grant(app, survey.uid, 'viewer', ['view_submissions']);
  await grantPartially(app, survey.uid, 'some', {
    change_submissions: [{ consent: 'yes' }],
    view_submissions: [{ consent: 'yes' }],
  });
});
afterAll(() => app.stop());

/** Sends an edit. @returns the response, whatever its status */
function edit(deprecates: string, { by = 'owner', answers = '', path = '/submission' }) {
  return submission(app.as(by), instanceXml(survey.uid, { answers, deprecates }), [], path);
}

describe('permission to edit', () => {
  it.each([
    ['owner', 201],
    ['editor', 201],
    ['some', 201],
    ['enumerator', 403],
    ['viewer', 403],
    ['stranger', 403],
    [ANONYMOUS, 401],
  ])('of %s: %i', async (by, status) => {
    const first = await submit(app, survey.uid, { answers: '<consent>yes</consent>' });
    const response = await edit(first, { by, path: '/owner/submission', answers: '<consent>yes</consent>' });
    expect(response.status).toBe(status);
    expect(response.text).toContain('<OpenRosaResponse');
  });

  it('is limited by a partial permission: 403, and nothing changes', async () => {
    const first = await submit(app, survey.uid, { answers: '<consent>no</consent>' });
    await edit(first, { by: 'some', answers: '<consent>yes</consent>' }).expect(403);
    const { body } = await app.as('owner').get(`/api/v2/assets/${survey.uid}/data/${first}/`).expect(200);
    expect((body as Record<string, unknown>)['consent']).toBe('no');
  });

  it('is never anonymous, even where submitting is public', async () => {
    const open = await makeDeployedAsset(app);
    await grant(app, open.uid, ANONYMOUS, ['add_submissions']);
    const first = await submit(app, open.uid);
    const xml = instanceXml(open.uid, { deprecates: first });
    await submission(app.as(ANONYMOUS), xml, [], '/owner/submission').expect(401);
    await submission(app.as('stranger'), xml).expect(403);
  });
});
