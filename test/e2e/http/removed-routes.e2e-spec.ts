import { ANONYMOUS, startApp, type TestApp, type Verb } from '../../support/app';

const VERBS: readonly Verb[] = ['get', 'post', 'put', 'patch', 'delete', 'options'];

describe('routes of the first version', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('ann');
  });
  afterAll(() => app.stop());

  it.each([
    ['/api/v1/', '/api/v2/'],
    ['/api/v1/data', '/api/v2/assets/?asset_type=survey'],
    ['/api/v1/data/12.json?format=json', '/api/v2/assets/<asset_uid>/data/'],
    ['/api/v1/forms/12/', '/api/v2/assets/<asset_uid>/'],
    ['/api/v1/user', '/me/'],
    ['/assets/', '/api/v2/assets/'],
    ['/assets.json', '/api/v2/assets/'],
    ['/assets/aX/submissions/7/', '/api/v2/assets/<asset_uid>/data/<submission_id>/'],
    ['/imports/', '/api/v2/imports/'],
    ['/exports/', '/api/v2/assets/<asset_uid>/exports/'],
    ['/permissions/', '/api/v2/permissions/'],
    ['/users/ann/', '/api/v2/users/<username>/'],
    ['/tags/', 'tag_string'],
    ['/reports/', '/api/v2/assets/<asset_uid>/reports/'],
    ['/asset_snapshots/', '/api/v2/asset_snapshots/'],
    ['/asset_subscriptions/', '/api/v2/asset_subscriptions/'],
  ])('%s is gone for every verb and names %s', async (path, successor) => {
    for (const verb of VERBS) {
      const { status, body, headers } = await app.as(ANONYMOUS)[verb](path);
      expect({ verb, status, type: headers['content-type'] }).toEqual({
        verb,
        status: 410,
        type: 'application/json',
      });
      expect(body).toEqual({ detail: expect.stringMatching(/^The V1 API has been removed\. /) });
      expect(body.detail).toContain(successor);
    }
    expect((await app.as(ANONYMOUS).head(path)).status).toBe(410);
  });

  it('are gone before anybody asks for credentials or reads a body', async () => {
    for (const header of [`Token ${app.tokenOf('ann')}`, 'Token wrong', 'nonsense']) {
      await app.with(header).get('/api/v1/data').expect(410);
    }
    await app.as(ANONYMOUS).post('/api/v1/data').type('json').send('{').expect(410);
    await app.as(ANONYMOUS).post('/imports/').attach('file', Buffer.alloc(200_000), 'form.xlsx').expect(410);
  });

  it('leave the paths of today alone', async () => {
    await app.as('ann').get('/api/v2/assets/').expect(200);
    await app.as('ann').get('/formList').expect(200);
    await app.as(ANONYMOUS).get('/api/v3/').expect(404);
  });
});
