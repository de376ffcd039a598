import { type AssetJson, makeDeployedAsset, SURVEY_CONTENT } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp, type Verb } from '../../support/app';
import { sendRaw } from '../../support/raw-request';

const LIMIT = 100_000;

let app: TestApp;
let survey: AssetJson;

beforeAll(async () => {
  app = await startApp({ environment: { MAX_BODY_BYTES: String(LIMIT) } });
  await app.addUser('owner');
  survey = await makeDeployedAsset(app);
});
afterAll(() => app.stop());

const owner = () => app.as('owner');
const asset = (below = ''): string => `/api/v2/assets/${survey.uid}/${below}`;
const ASSETS = '/api/v2/assets/';

describe('paths', () => {
  it.each([
    ['GET', '/api/v2/assets'],
    ['GET', '//api/v2/assets/'],
    ['GET', '/api//v2///assets//'],
    ['GET', '/api/v2/assets.json'],
    ['GET', '/api/v2/assets.json/?q=asset_type:survey'],
    ['GET', '/api/v2/assets/?format=json'],
    ['GET', '/api/v2/assets/UID'],
    ['GET', '/api/v2/assets/UID.json'],
    ['GET', '/api/v2/assets/UID.json/'],
    ['GET', '/api/v2/assets/UID//deployment/'],
    ['GET', '/api/v2/assets/UID/deployment.json'],
    ['GET', '/api/v2/assets/UID/data.json?limit=1'],
    ['GET', '/api/v2/assets/UID/counts.json'],
    ['GET', '/api/v2/assets/UID/permission-assignments.json'],
    ['PATCH', '/api/v2/assets/UID'],
    ['PATCH', '/api/v2/assets/UID.json'],
    ['PATCH', '/api/v2/assets/UID/?format=json'],
    ['PATCH', '/api/v2/assets/UID/deployment'],
    ['PATCH', '/api/v2/assets/UID/deployment.json'],
    ['PUT', '/api/v2/assets/UID/deployment.json'],
    ['HEAD', '/api/v2/assets.json'],
    ['HEAD', '/api/v2/assets/UID'],
    ['OPTIONS', '/api/v2/assets.json'],
    ['OPTIONS', '/api/v2/assets/UID/data'],
  ])('serve %s %s without a redirect', async (method, path) => {
    const verb = method.toLowerCase() as Verb;
    const response = await owner()[verb](path.replace('UID', survey.uid)).redirects(0).expect(200);
    expect(response.headers['content-type']).toBe('application/json');
  });

  it.each(['/', '', '.json', '.json/', '//', '/?format=json'])(
    'create and delete resources at paths that end in "%s"',
    async (end) => {
      const made = await owner()
        .post(`/api/v2/assets${end}`)
        .redirects(0)
        .send({ asset_type: 'survey', content: SURVEY_CONTENT })
        .expect(201);
      const assignments = `/api/v2/assets/${made.body.uid}/permission-assignments`;
      const { body } = await owner()
        .post(`${assignments}${end}`)
        .redirects(0)
        .send({ user: '/api/v2/users/AnonymousUser/', permission: '/api/v2/permissions/view_asset/' })
        .expect(201);
      const uid = /\/(p\w{21})/.exec(body.url as string)![1];
      await owner().delete(`${assignments}/${uid}${end}`).redirects(0).expect(204);
      await owner().post(`/api/v2/assets/${made.body.uid}/deployment${end}`).redirects(0).expect(201);
      await owner().post(`/api/v2/imports${end}`).redirects(0).field('library', 'false').expect(201);
      await owner().post(`/token${end}`).redirects(0).expect(200);
    },
  );

  it.each([
    '/api',
    '/api/v2/nothing/',
    '/api/v2/assets/UID/nothing/',
    '/api/v2/assets/UID/data/1/2/3/4/',
    '/favicon.ico',
    '/index.html',
    '/.env',
    '/../../etc/passwd',
    '/API/V2/assets/',
    '/static/x.js',
    '/api/docs/../../../package.json',
  ])('return 404 for %s', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const response = await sendRaw(
        app.port,
        `${method} ${path.replace('UID', survey.uid)} HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${app.tokenOf('owner')}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      );
      const [head = '', body = ''] = response.split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 404 /);
      expect(head).toMatch(/^Content-Type: application\/json$/m);
      expect(body).toBe('{"detail":"Not found."}');
    }
  });

  it.each([
    '%',
    '%E0%A4%A',
    '%c0%ae',
    '%00',
    '%0d%0aX-Evil:%201',
    '%2e%2e%2f',
    '%ff',
    'a%2Fb',
    '%F0%9F%A6%86',
  ])('answer a path with %s by a 4xx in JSON', async (garbage) => {
    for (const path of [
      `${ASSETS}${garbage}/`,
      asset(`data/${garbage}/`),
      `/api/v2/${garbage}/`,
      `/${garbage}`,
      `/api/v2/permissions/${garbage}/`,
      `/api/v2/imports/${garbage}/`,
      asset(`permission-assignments/${garbage}/`),
      asset(`data/1/attachments/${garbage}/`),
    ]) {
      const response = await sendRaw(
        app.port,
        `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${app.tokenOf('owner')}\r\nConnection: close\r\n\r\n`,
      );
      const [head = '', body = ''] = response.split('\r\n\r\n');
      expect(`${path}: ${head.split('\r\n')[0]}`).toMatch(/ 40[04] /);
      expect(head).toMatch(/^Content-Type: application\/json$/m);
      expect(head).not.toMatch(/^X-Evil/m);
      expect(typeof (JSON.parse(body) as { detail: unknown }).detail).toBe('string');
    }
  });

  it.each(['{', '{"name": nonsense}', '[1,', '{"name": "\\u12"}', 'plain text'])(
    'return a message of the service for the invalid JSON %j',
    async (body) => {
      const response = await app.as('owner').patch('/me/').type('json').send(body).expect(400);
      expect(response.body).toEqual({
        detail: 'JSON parse error - the body is not valid JSON. Correct it, or send a form.',
      });
    },
  );

  it.each([
    '/%E0%A4%A/formList',
    '/%00/formList',
    '/forms/%00/form.xml',
    '/forms/%/form.xml',
    '/xformsManifest/%ff',
  ])('answer the collector path %s without a 5xx', async (path) => {
    const response = await sendRaw(
      app.port,
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${app.tokenOf('owner')}\r\nConnection: close\r\n\r\n`,
    );
    expect(`${path}: ${response.split('\r\n')[0]}`).toMatch(/ (200|400|404) /);
    expect(response).not.toMatch(/<html/i);
  });
});

describe('verbs', () => {
  it.each([
    ['/me/', 'DELETE|GET|HEAD|OPTIONS|PATCH|PUT|POST'],
    ['/token/', 'DELETE, GET, HEAD, OPTIONS, POST'],
    ['/api/v2/assets/', 'GET, HEAD, OPTIONS, POST'],
    ['/api/v2/permissions/', 'GET, HEAD, OPTIONS'],
    ['/api/v2/imports/', 'GET, HEAD, OPTIONS, POST'],
    ['/health/live', 'GET, HEAD, OPTIONS'],
    ['/', 'GET, HEAD, OPTIONS'],
  ])('list the verbs of %s, for OPTIONS and for a wrong one', async (path, allow) => {
    const { headers } = await owner().options(path).expect(200);
    const allowed = headers['allow']!.split(', ');
    if (allow.includes(',')) expect([...allowed].sort().join(', ')).toBe(allow);
    for (const verb of ['put', 'patch', 'delete', 'post'] as const) {
      if (allowed.includes(verb.toUpperCase())) continue;
      const refused = await owner()[verb](path).send({}).expect(405);
      expect(refused.headers['allow']).toBe(headers['allow']);
      expect(refused.body).toEqual({ detail: `Method "${verb.toUpperCase()}" not allowed.` });
    }
  });

  it('list the verbs of an asset and its nested paths', async () => {
    const allowOf = async (below: string): Promise<string> =>
      (await owner().options(asset(below)).expect(200)).headers['allow']!;
    expect(await allowOf('')).toContain('PATCH');
    expect(await allowOf('deployment/')).toBe('GET, HEAD, OPTIONS, PATCH, POST, PUT');
    expect(await allowOf('counts/')).toBe('GET, HEAD, OPTIONS');
  });

  it('answer unknown verbs by a 4xx', async () => {
    for (const verb of ['PROPFIND', 'TRACE', 'SEARCH', 'MKCOL']) {
      const response = await sendRaw(
        app.port,
        `${verb} /api/v2/assets/ HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${app.tokenOf('owner')}\r\nConnection: close\r\n\r\n`,
      );
      expect(response).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
  });

  it.each(['/api/v2/assets/', '/api/v2/permissions/', '/me/', '/token/', '/health/ready', '/metrics'])(
    'answer HEAD %s like GET, without the body',
    async (path) => {
      const get = await owner().get(path).expect(200);
      const head = await owner().head(path).expect(200);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
      expect(head.text ?? '').toBe('');
    },
  );
});

describe('removed routes of the first version', () => {
  const VERBS: readonly Verb[] = ['get', 'post', 'put', 'patch', 'delete', 'options'];

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
    ['/users/owner/', '/api/v2/users/<username>/'],
    ['/tags/', 'tag_string'],
    ['/reports/', '/api/v2/assets/<asset_uid>/reports/'],
    ['/asset_snapshots/', '/api/v2/asset_snapshots/'],
    ['/asset_subscriptions/', '/api/v2/asset_subscriptions/'],
  ])('return 410 at %s for every verb and name %s', async (path, successor) => {
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

  it('return 410 before authentication and before a body is read', async () => {
    for (const header of [`Token ${app.tokenOf('owner')}`, 'Token wrong', 'nonsense']) {
      await app.with(header).get('/api/v1/data').expect(410);
    }
    await app.as(ANONYMOUS).post('/api/v1/data').type('json').send('{').expect(410);
    await app.as(ANONYMOUS).post('/imports/').attach('file', Buffer.alloc(200_000), 'form.xlsx').expect(410);
  });

  it('leave current paths alone', async () => {
    await app.as('owner').get('/api/v2/assets/').expect(200);
    await app.as('owner').get('/formList').expect(200);
    await app.as(ANONYMOUS).get('/api/v3/').expect(404);
  });
});
