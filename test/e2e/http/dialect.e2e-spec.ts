import { VERSION } from '../../../src/config/version';
import { type AssetJson, makeAsset, makeDeployedAsset, SURVEY_CONTENT } from '../../factories/asset.factory';
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
  ])('serves %s %s without a redirect', async (method, path) => {
    const verb = method.toLowerCase() as Verb;
    const answer = await owner()[verb](path.replace('UID', survey.uid)).redirects(0).expect(200);
    expect(answer.headers['content-type']).toBe('application/json');
  });

  it.each(['/', '', '.json', '.json/', '//', '/?format=json'])(
    'makes and removes things at paths that end in "%s"',
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
  ])('knows nothing at %s (404)', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await sendRaw(
        app.port,
        `${method} ${path.replace('UID', survey.uid)} HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${app.tokenOf('owner')}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      );
      const [head = '', body = ''] = answer.split('\r\n\r\n');
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
  ])('answers a path with %s by a 4xx in JSON', async (garbage) => {
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
      const answer = await sendRaw(
        app.port,
        `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${app.tokenOf('owner')}\r\nConnection: close\r\n\r\n`,
      );
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect(`${path}: ${head.split('\r\n')[0]}`).toMatch(/ 40[04] /);
      expect(head).toMatch(/^Content-Type: application\/json$/m);
      expect(head).not.toMatch(/^X-Evil/m);
      expect(typeof (JSON.parse(body) as { detail: unknown }).detail).toBe('string');
    }
  });

  it.each(['{', '{"name": nonsense}', '[1,', '{"name": "\\u12"}', 'plain text'])(
    'says in words of its own that %j is no JSON',
    async (body) => {
      const answer = await app.as('owner').patch('/me/').type('json').send(body).expect(400);
      expect(answer.body).toEqual({
        detail: 'JSON parse error - the body is not valid JSON; mend it, or send it as a form.',
      });
    },
  );

  it.each([
    '/%E0%A4%A/formList',
    '/%00/formList',
    '/forms/%00/form.xml',
    '/forms/%/form.xml',
    '/xformsManifest/%ff',
  ])('answers the collector’s path %s without a 5xx', async (path) => {
    const answer = await sendRaw(
      app.port,
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${app.tokenOf('owner')}\r\nConnection: close\r\n\r\n`,
    );
    expect(`${path}: ${answer.split('\r\n')[0]}`).toMatch(/ (200|400|404) /);
    expect(answer).not.toMatch(/<html/i);
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
  ])('names at %s the verbs that it has, for OPTIONS and for a wrong one', async (path, allow) => {
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

  it('names on an asset and below it the verbs that each path has', async () => {
    const allowOf = async (below: string): Promise<string> =>
      (await owner().options(asset(below)).expect(200)).headers['allow']!;
    expect(await allowOf('')).toContain('PATCH');
    expect(await allowOf('deployment/')).toBe('GET, HEAD, OPTIONS, PATCH, POST, PUT');
    expect(await allowOf('counts/')).toBe('GET, HEAD, OPTIONS');
  });

  it('answers unknown verbs by a 4xx', async () => {
    for (const verb of ['PROPFIND', 'TRACE', 'SEARCH', 'MKCOL']) {
      const answer = await sendRaw(
        app.port,
        `${verb} /api/v2/assets/ HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${app.tokenOf('owner')}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
  });

  it.each(['/api/v2/assets/', '/api/v2/permissions/', '/me/', '/token/', '/health/ready', '/metrics'])(
    'answers HEAD %s as GET, without the body',
    async (path) => {
      const get = await owner().get(path).expect(200);
      const head = await owner().head(path).expect(200);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
      expect(head.text ?? '').toBe('');
    },
  );
});

describe('what the caller accepts and sends', () => {
  it.each([
    undefined,
    '*/*',
    'application/json',
    'application/json, text/xml, application/xml, */*',
    'application/json; charset=utf-8',
  ])('answers JSON to Accept %s', async (accept) => {
    const test = owner().get(asset());
    const { headers } = await (
      accept === undefined ? test.unset('Accept') : test.set('Accept', accept)
    ).expect(200);
    expect(headers['content-type']).toBe('application/json');
  });

  it('takes GET with a JSON content type and a body', async () => {
    for (const path of [ASSETS, asset(), asset('data/'), '/me/', '/api/v2/permissions/']) {
      await owner().get(path).type('json').send('{}').expect(200);
      await owner().get(path).set('Content-Type', 'application/json').expect(200);
    }
  });

  it('takes PATCH with a content type and nothing behind it', async () => {
    await owner().patch(asset()).set('Content-Type', 'application/json').expect(200);
    await owner().patch(asset()).type('json').send('').expect(200);
    await owner().patch(asset('deployment/')).set('Content-Type', 'application/json').expect(200);
  });

  it.each([
    ['cut off', '{"name":'],
    ['no JSON', 'hello'],
    ['with a comma too many', '{"name":"x",}'],
    ['a list', '[]'],
    ['a number', '7'],
    ['null', 'null'],
    ['text', '"x"'],
    ['with a BOM and garbage', '\ufeff{'],
  ])('refuses a body that is %s (400)', async (_, body) => {
    const answer = await owner().post(ASSETS).type('json').send(body).expect(400);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(typeof answer.body.detail).toBe('string');
  });

  it('refuses JSON 100 000 levels deep (400), as a body and as text in a field', async () => {
    const deep = `${'['.repeat(100_000 / 2)}${']'.repeat(100_000 / 2)}`.slice(0, LIMIT - 100);
    for (const body of [
      `{"asset_type":"survey","settings":{"a":${'['.repeat(40_000)}${']'.repeat(40_000)}}}`,
      `{"asset_type":"survey","content":${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}}`,
      deep,
    ]) {
      const answer = await owner().post(ASSETS).type('json').send(body);
      expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/json']);
    }
    for (const field of ['settings', 'content', 'report_custom']) {
      const text = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
      const answer = await owner()
        .post(ASSETS)
        .send({ asset_type: 'survey', [field]: text });
      expect([field, answer.status, answer.headers['content-type']]).toEqual([
        field,
        400,
        'application/json',
      ]);
    }
  });

  it('is not changed by __proto__ and its kin, in any kind of body', async () => {
    const keys = '"__proto__":{"isSuperuser":true,"polluted":1},"constructor":{"prototype":{"polluted":1}}';
    for (const body of [
      `{"asset_type":"survey",${keys}}`,
      `{"asset_type":"survey","settings":{${keys}}}`,
      `{"asset_type":"survey","content":{"survey":[{"type":"text","name":"__proto__","label":"x",${keys}}]}}`,
      `{"__proto__":{"asset_type":"survey"}}`,
    ]) {
      const { status } = await owner().post(ASSETS).type('json').send(body);
      expect(status).toBeLessThan(500);
    }
    const form = await owner()
      .post(ASSETS)
      .type('form')
      .send('asset_type=survey&__proto__[polluted]=1&__proto__=1&constructor=x&toString=y');
    expect(form.status).toBeLessThan(500);
    const multipart = await owner()
      .post(ASSETS)
      .field('asset_type', 'survey')
      .field('__proto__', 'x')
      .field('a[__proto__][polluted]', '1');
    expect(multipart.status).toBeLessThan(500);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    await owner().get('/me/?__proto__[a]=1&constructor[prototype][a]=1').expect(200);
  });

  it.each([
    ['percent-garbage', 'name=%E0%A4%A&asset_type=survey'],
    ['half a pair', 'asset_type=survey&name=%'],
    ['NUL', 'asset_type=survey&name=%00'],
    ['no pairs', '&&&='],
    ['many pairs', Array.from({ length: 3_000 }, (_, index) => `k${index}=1`).join('&')],
  ])('answers a form with %s by a 4xx or by reading it', async (_, body) => {
    const answer = await owner().post(ASSETS).type('form').send(body);
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers['content-type']).toBe('application/json');
  });

  it.each([
    ['no boundary', 'multipart/form-data', 'x'],
    ['a boundary that never comes', 'multipart/form-data; boundary=x', 'hello'],
    [
      'a part cut off',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nabc',
    ],
    ['headers cut off', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; na'],
    [
      'a part without a name',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data\r\n\r\nabc\r\n--x--\r\n',
    ],
    ['nothing', 'multipart/form-data; boundary=x', ''],
  ])('refuses a multipart body with %s (400)', async (_, type, body) => {
    for (const path of [ASSETS, '/api/v2/imports/']) {
      const answer = await owner().post(path).set('Content-Type', type).send(body);
      // An import without a file is a task that fails; what can't be read is refused.
      expect(`${path} ${answer.status}`).toMatch(/ (400|201)$/);
      expect(answer.headers['content-type']).toBe('application/json');
    }
  });

  it('refuses files where none are taken (400)', async () => {
    const answer = await owner()
      .post(ASSETS)
      .field('asset_type', 'survey')
      .attach('x', Buffer.from('x'), 'x.txt')
      .expect(400);
    expect(answer.headers['content-type']).toBe('application/json');
  });

  it.each([
    ['JSON', 'application/json', `{"asset_type":"survey","name":"${'x'.repeat(2 * LIMIT)}"}`],
    ['a form', 'application/x-www-form-urlencoded', `asset_type=survey&name=${'x'.repeat(2 * LIMIT)}`],
    [
      'multipart',
      'multipart/form-data; boundary=b',
      `--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n${'x'.repeat(2 * LIMIT)}\r\n--b--\r\n`,
    ],
  ])('refuses %s over the limit (413), and the client sees the answer', async (_, type, body) => {
    const answer = await owner().post(ASSETS).set('Content-Type', type).send(body).expect(413);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(typeof answer.body.detail).toBe('string');
  });

  it('refuses many small parts that are large together (413 or 400)', async () => {
    const test = owner().post(ASSETS);
    for (let index = 0; index < 20; index += 1) test.field(`f${index}`, 'x'.repeat(LIMIT / 4));
    expect([400, 413]).toContain((await test).status);
  });

  it('answers before it has read a body that it refuses', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(3_000_000) });
    for (const [caller, path, status] of [
      [app.as(ANONYMOUS), ASSETS, [401, 413]],
      [app.with('Token nonsense'), ASSETS, [401, 413]],
      [owner(), '/api/v2/nothing/', [404, 413]],
      [owner(), ASSETS, [413]],
    ] as const) {
      const answer = await caller.post(path).type('json').send(body);
      expect(status).toContain(answer.status);
      expect(answer.headers['content-type']).toBe('application/json');
    }
  });

  it.each([
    ['an unknown encoding', { 'Content-Encoding': 'snappy' }, 415],
    ['an unknown charset', { 'Content-Type': 'application/json; charset=klingon' }, 415],
    ['gzip that is none', { 'Content-Encoding': 'gzip' }, 400],
  ])('refuses %s', async (_, headers, status) => {
    const answer = await owner()
      .post(ASSETS)
      .set('Content-Type', 'application/json')
      .set(headers as Record<string, string>)
      .send('{"asset_type":"survey"}');
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/json']);
  });

  it.each(['text/plain', 'application/xml', 'nonsense', ''])(
    'refuses a body of the type %j, which it can not read (415), and changes nothing',
    async (type) => {
      const made = await makeAsset(app, { name: 'Before' });
      const path = `${ASSETS}${made.uid}/`;
      for (const [verb, at] of [
        ['POST', ASSETS],
        ['PATCH', path],
      ] as const) {
        const answer = await fetch(app.origin + at, {
          method: verb,
          headers: { Authorization: `Token ${app.tokenOf('owner')}`, 'Content-Type': type },
          body: Buffer.from('{"asset_type":"survey","name":"After"}'),
        });
        expect([verb, answer.status]).toEqual([verb, 415]);
        expect(await answer.json()).toEqual({
          detail: `Unsupported media type "${type}" in request. Send JSON, or a form.`,
        });
      }
      expect((await owner().get(path).expect(200)).body).toMatchObject({ name: 'Before', version_count: 1 });
    },
  );

  it('asks no type of a body that is empty, or that nobody looks at', async () => {
    const { uid } = await makeAsset(app);
    await owner().patch(`${ASSETS}${uid}/`).type('text/plain').expect(200);
    await owner().get(`${ASSETS}${uid}/`).type('text/plain').send('?').expect(200);
  });
});

describe('the host in links', () => {
  const ask = (host: string, path = `${ASSETS}?limit=1`): Promise<string> =>
    sendRaw(
      app.port,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Token ${app.tokenOf('owner')}\r\nConnection: close\r\n\r\n`,
    );

  it.each(['survey.example.org', 'localhost:8000', '127.0.0.1', '[::1]:8000', 'SURVEY'])(
    'is %s as it was called',
    async (host) => {
      const answer = await ask(host, asset());
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer).toContain(`"url":"http://${host}/api/v2/assets/${survey.uid}/"`);
    },
  );

  it.each([
    ...['a"b<script>', 'user@evil.example', 'a b', 'a/b', 'evil.example#', '[::1', ':80', 'a:port', 'ü'],
    // These have the letters of a host, and no URL can be made of them.
    ...['256.256.256.256', '1.2.3.4.5', '0x100000000', '127.0.0.1.0x', 'a:99999', '[1::2::3]', '[12345::]'],
  ])('is refused on every path when it is none: %s (400)', async (host) => {
    for (const path of [
      ASSETS,
      asset(),
      asset('data/'),
      '/formList',
      `/forms/${survey.uid}/form.xml`,
      '/me/',
      '/accounts/login/',
      '/nothing-here',
    ]) {
      const answer = await ask(host, path);
      expect(`${path} ${answer.split('\r\n')[0]}`).toMatch(/ 400 /);
      expect(answer).not.toContain('<script>');
    }
  });
});

describe('every answer', () => {
  it('never shows a stack, HTML or what it is made of', async () => {
    for (const answer of [
      await owner().get('/nothing').set('Accept', 'text/html'),
      await owner().post(ASSETS).type('json').send('{').set('Accept', 'text/html'),
      await app.as(ANONYMOUS).get('/me/').set('Accept', 'application/xml'),
      await owner().get(asset('data/?sort=x')),
    ]) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.headers['content-type']).toBe('application/json');
      expect(answer.headers['x-powered-by']).toBeUndefined();
      expect(answer.text).not.toMatch(/node_modules|\bat .*:\d+:\d+|<html/i);
    }
  });

  it('describes the API for programs and for people', async () => {
    const document = await app.as(ANONYMOUS).get('/api/openapi.json').expect(200);
    expect(document.body.openapi).toMatch(/^3\./);
    expect(Object.keys(document.body.paths as object)).toContain('/api/v2/assets/{uid}/data');
    const page = await app.as(ANONYMOUS).get('/api/docs/').expect(200);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
  });

  it('serves what operators look at', async () => {
    expect((await app.as(ANONYMOUS).get('/health/live').expect(200)).body).toEqual({
      status: 'ok',
      version: VERSION,
    });
    expect((await app.as(ANONYMOUS).get('/health/ready').expect(200)).body).toEqual({
      status: 'ok',
      version: VERSION,
    });
    const { text, headers } = await app.as(ANONYMOUS).get('/metrics').expect(200);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(text).toMatch(/^http_request_duration_seconds_count\{method="GET",status="2xx"\} \d+$/m);
  });
});
