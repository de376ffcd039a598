import type { Test } from 'supertest';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, PASSWORD, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';

/** Requests of existing clients (contract-clients 1 to 4). */

let app: TestApp;
let uid: string;
let id: number;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'guest']) await app.addUser(name);
  ({ uid } = await makeDeployedAsset(app, { name: 'Wells' }));
  for (const age of [30, 34, 38]) await submit(app, uid, { answers: `<person><age>${age}</age></person>` });
  const { body } = await owner().get(below('data/')).expect(200);
  id = (body.results as { _id: number }[])[0]!._id;
});
afterAll(() => app.stop());

const owner = () => app.as('owner');
const below = (path: string): string => `/api/v2/assets/${uid}/${path}`;
const fresh = async (): Promise<string> => {
  const { body } = await owner().post('/api/v2/assets/').send({ asset_type: 'block' }).expect(201);
  return body.uid as string;
};
const assignment = { user: '/api/v2/users/guest/', permission: '/api/v2/permissions/view_asset/' };
const FORM = { survey: [{ type: 'text', name: 'village', label: 'Village' }] };

describe('a path', () => {
  it.each<[what: string, ask: () => Test, status: number]>([
    ['GET without a trailing slash', () => owner().get(`/api/v2/assets/${uid}`), 200],
    ['a nested GET without a trailing slash', () => owner().get(below('data')), 200],
    [
      'POST without a trailing slash',
      () => owner().post('/api/v2/assets').send({ asset_type: 'block' }),
      201,
    ],
    [
      'PATCH without a trailing slash',
      () => owner().patch(`/api/v2/assets/${uid}`).send({ map_custom: {} }),
      200,
    ],
    ['DELETE without it', () => owner().delete(below(`data/${id}`)), 204],
    ['doubled slashes', () => owner().get('//api/v2//assets/'), 200],
    ['a suffix', () => owner().get('/api/v2/assets.json'), 200],
    ['a suffix, a slash and a query', () => owner().get('/api/v2/assets.json/?q=asset_type:survey'), 200],
    ['a suffix of a POST', () => owner().post(below('permission-assignments.json')).send(assignment), 201],
    [
      'a format of a POST',
      () => owner().post('/api/v2/assets/?format=json').send({ asset_type: 'block' }),
      201,
    ],
    [
      'a suffix of a PATCH',
      () =>
        owner()
          .patch(below('data/validation_statuses.json'))
          .send({ payload: { 'validation_status.uid': 'validation_status_approved', confirm: true } }),
      200,
    ],
    ['the form as a workbook', () => owner().get(`/api/v2/assets/${uid}.xls`), 200],
    ['the form as XML', () => owner().get(`/api/v2/assets/${uid}.xml`), 200],
    ['the root', () => owner().get('/api/v2'), 200],
  ])('may be sent with %s', async (_, sendRequest, status) => {
    const response = await sendRequest();
    expect({ status: response.status, text: status < 300 ? '' : response.text }).toEqual({
      status,
      text: '',
    });
  });
});

describe('a format', () => {
  const JSON_TYPE = 'application/json';

  it.each([
    undefined,
    '*/*',
    JSON_TYPE,
    'application/json, text/xml, application/xml, */*',
    'application/json; q=0.9',
  ])('is JSON for Accept: %s', async (accept) => {
    const request = owner().get('/api/v2/assets/');
    const { headers } = await (
      accept === undefined ? request.unset('Accept') : request.set('Accept', accept)
    ).expect(200);
    expect(headers['content-type']).toBe(JSON_TYPE);
  });

  it('is kept on the links of a response that was requested with a suffix', async () => {
    const { body } = await owner().get(`/api/v2/assets/${uid}.json`).expect(200);
    expect(body).toMatchObject({
      url: `${app.origin}/api/v2/assets/${uid}.json`,
      owner: `${app.origin}/api/v2/users/owner.json`,
      data: `${app.origin}/api/v2/assets/${uid}/data.json`,
      permissions: expect.arrayContaining([
        expect.objectContaining({ permission: `${app.origin}/api/v2/permissions/view_asset/` }),
      ]) as unknown,
    });
    const next = await owner().get('/api/v2/permissions/?format=json&limit=1').expect(200);
    expect(next.body.next).toContain('format=json');
  });
});

describe('a body', () => {
  const settings = JSON.stringify({ description: 'Deep holes' });
  const ASSETS = '/api/v2/assets/';

  it.each<[what: string, send: (test: Test) => Test]>([
    ['JSON', (test) => test.send({ asset_type: 'survey', name: 'Wells', settings, content: FORM })],
    [
      'JSON with text of JSON',
      (test) => test.send({ asset_type: 'survey', name: 'Wells', settings, content: JSON.stringify(FORM) }),
    ],
    [
      'a form',
      (test) =>
        test
          .type('form')
          .send({ asset_type: 'survey', name: 'Wells', settings, content: JSON.stringify(FORM) }),
    ],
    [
      'parts without a file',
      (test) =>
        test
          .field('asset_type', 'survey')
          .field('name', 'Wells')
          .field('settings', settings)
          .field('content', JSON.stringify(FORM)),
    ],
  ])('may be %s', async (_, send) => {
    const { body } = await send(owner().post(ASSETS)).expect(201);
    expect(body).toMatchObject({
      name: 'Wells',
      settings: { description: 'Deep holes' },
      content: { survey: [{ name: 'village' }] },
    });
  });

  it('may be JSON text in the payload of a form', async () => {
    const { body: data } = await owner().get(below('data/?limit=1')).expect(200);
    const approved = { 'validation_status.uid': 'validation_status_approved' };
    const payload = { submission_ids: [data.results[0]._id as number], ...approved };
    const path = below('data/validation_statuses/');
    for (const sent of [JSON.stringify(payload), payload]) {
      const request = owner().patch(path);
      await (typeof sent === 'string' ? request.type('form') : request).send({ payload: sent }).expect(200);
    }
  });

  it('may come with a GET, and may be missing from a PATCH', async () => {
    const response = await owner().get(`${ASSETS}${uid}/`).type('json').send('{}').expect(200);
    expect(response.body.uid).toBe(uid);
    await owner().patch(`${ASSETS}${uid}/`).expect(200);
    await owner().patch(`${ASSETS}${uid}/`).type('json').expect(200);
  });

  it.each([true, 'true', 'True', 1, '1'])('accepts active: %j', async (active) => {
    const { body: made } = await owner()
      .post(ASSETS)
      .send({ asset_type: 'survey', content: FORM })
      .expect(201);
    const path = `${ASSETS}${made.uid}/deployment/`;
    const request = owner().post(path);
    const { body } = await (typeof active === 'string' ? request.type('form') : request)
      .send({ active })
      .expect(201);
    expect(body.active).toBe(true);
  });
});

describe('credentials', () => {
  it.each(['get', 'post'] as const)(
    '%s /token/?format=json returns the API token for Basic',
    async (verb) => {
      const { body } = await app.with(basic('owner', PASSWORD))[verb]('/token/?format=json');
      expect(body).toEqual({ token: expect.stringMatching(/^[0-9a-f]{40}$/) as string });
      expect(PASSWORD).toContain(':');
    },
  );

  it.each<[string, () => Test, number, RegExp]>([
    ['an unknown resource', () => owner().get('/api/v2/assets/aaaaaaaaaaaaaaaaaaaaaa/'), 404, /not found/i],
    ['an unknown token', () => app.with(`Token ${'0'.repeat(40)}`).get('/me/'), 401, /invalid token/i],
    [
      'a wrong password',
      () => app.with(basic('owner', 'wrong')).get('/me/'),
      401,
      /invalid username\/password/i,
    ],
    ['nobody', () => app.as(ANONYMOUS).get('/me/'), 401, /credentials were not provided/i],
  ])('are rejected with known messages and without a redirect: %s', async (_, sendRequest, status, words) => {
    const { headers, body } = await sendRequest().redirects(0).expect(status);
    expect(body.detail).toMatch(words);
    expect(headers['location']).toBeUndefined();
  });
});

describe('a response', () => {
  const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z$/;

  it('has identifiers and dates in a parsable format', async () => {
    const { body } = await owner().get(`/api/v2/assets/${uid}/`).expect(200);
    expect(body.uid).toMatch(/^a[A-Za-z0-9]{21}$/);
    expect(body.version_id).toMatch(/^v[A-Za-z0-9]{21}$/);
    expect([body.date_created, body.date_modified, body.date_deployed]).toEqual(
      Array(3).fill(expect.stringMatching(TIMESTAMP)),
    );
    const { body: data } = await owner().get(below('data/?limit=1')).expect(200);
    expect(data.results[0]._submission_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    const { body: versions } = await owner()
      .get(`/api/v2/assets/${await fresh()}/versions/`)
      .expect(200);
    expect(versions.results[0].date_deployed).toBe(false);
  });

  it('uses the last value of a repeated parameter, for collectors too', async () => {
    const permissions = await owner().get('/api/v2/permissions/?limit=1&limit=3').expect(200);
    expect(permissions.body.results).toHaveLength(3);
    for (const path of ['/api/v2/assets/', below('data/'), below('versions/'), below('files/')]) {
      const last = await owner().get(`${path}?limit=1&limit=2&start=7&start=0`).expect(200);
      const alone = await owner().get(`${path}?limit=2&start=0`).expect(200);
      expect([path, last.body.results]).toEqual([path, alone.body.results]);
    }
    const none = encodeURIComponent('{"_id":0}');
    const all = encodeURIComponent('{"_id":{"$gt":0}}');
    const { body } = await owner()
      .get(below(`data/?query=${none}&query=${all}`))
      .expect(200);
    expect(body.count).toBeGreaterThan(0);
    const forms = await owner().get(`/formList?formID=nothing&formID=${uid}`).expect(200);
    expect(forms.text).toContain(`<formID>${uid}</formID>`);
  });

  it('begins at start, or offset, on every list', async () => {
    for (const path of ['/api/v2/permissions/', '/api/v2/assets/', below('data/')]) {
      const [start, offset] = await Promise.all([
        owner().get(`${path}?limit=1&start=1`).expect(200),
        owner().get(`${path}?limit=1&offset=1`).expect(200),
      ]);
      expect(start.body.results).toEqual(offset.body.results);
    }
  });

  it.each([
    ['{"_id":{"$gt":0}}', 2],
    ['{"person/age":{"$in":["34","38"]}}', 2],
    ['{"$or":[{"person/age":"34"},{"person/age":"99"}]}', 1],
    ['{"$and":[{"person/age":{"$gte":"34"}},{"person/age":{"$lt":"38"}}]}', 1],
    ['{"_submission_time":{"$gt":"2020-01-01T00:00:00.000Z"}}', 2],
    ['{"_submission_time":{"$lte":"2020-01-01T00:00:00"}}', 0],
    ['{"person/age":{"$ne":"34"}}', 1],
    ['{"_validation_status.uid":{"$exists":"true"}}', 2],
  ])('has the filtered count: %s', async (query, count) => {
    const { body } = await owner()
      .get(below(`data/?query=${encodeURIComponent(query)}`))
      .expect(200);
    expect([body.count, body.results.length]).toEqual([count, count]);
  });
});
