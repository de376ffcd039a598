import { type AssetJson, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

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

describe('request and response types', () => {
  it.each([
    undefined,
    '*/*',
    'application/json',
    'application/json, text/xml, application/xml, */*',
    'application/json; charset=utf-8',
  ])('answer JSON to Accept %s', async (accept) => {
    const test = owner().get(asset());
    const { headers } = await (
      accept === undefined ? test.unset('Accept') : test.set('Accept', accept)
    ).expect(200);
    expect(headers['content-type']).toBe('application/json');
  });

  it('allow GET with a JSON content type and a body', async () => {
    for (const path of [ASSETS, asset(), asset('data/'), '/me/', '/api/v2/permissions/']) {
      await owner().get(path).type('json').send('{}').expect(200);
      await owner().get(path).set('Content-Type', 'application/json').expect(200);
    }
  });

  it('allow PATCH with a content type and no body', async () => {
    await owner().patch(asset()).set('Content-Type', 'application/json').expect(200);
    await owner().patch(asset()).type('json').send('').expect(200);
    await owner().patch(asset('deployment/')).set('Content-Type', 'application/json').expect(200);
  });

  it.each([
    ['cut off', '{"name":'],
    ['no JSON', 'hello'],
    ['with a trailing comma', '{"name":"x",}'],
    ['a list', '[]'],
    ['a number', '7'],
    ['null', 'null'],
    ['text', '"x"'],
    ['with a BOM and garbage', '\ufeff{'],
  ])('reject a body that is %s (400)', async (_, body) => {
    const response = await owner().post(ASSETS).type('json').send(body).expect(400);
    expect(response.headers['content-type']).toBe('application/json');
    expect(typeof response.body.detail).toBe('string');
  });

  it('reject JSON 100 000 levels deep (400), as a body and as text in a field', async () => {
    const deep = `${'['.repeat(100_000 / 2)}${']'.repeat(100_000 / 2)}`.slice(0, LIMIT - 100);
    for (const body of [
      `{"asset_type":"survey","settings":{"a":${'['.repeat(40_000)}${']'.repeat(40_000)}}}`,
      `{"asset_type":"survey","content":${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}}`,
      deep,
    ]) {
      const response = await owner().post(ASSETS).type('json').send(body);
      expect([response.status, response.headers['content-type']]).toEqual([400, 'application/json']);
    }
    for (const field of ['settings', 'content', 'report_custom']) {
      const text = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
      const response = await owner()
        .post(ASSETS)
        .send({ asset_type: 'survey', [field]: text });
      expect([field, response.status, response.headers['content-type']]).toEqual([
        field,
        400,
        'application/json',
      ]);
    }
  });

  it('ignore __proto__ and similar keys, in every kind of body', async () => {
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
  ])('answer a form with %s by a 4xx or by reading it', async (_, body) => {
    const response = await owner().post(ASSETS).type('form').send(body);
    expect(response.status).toBeLessThan(500);
    expect(response.headers['content-type']).toBe('application/json');
  });

  it.each([
    ['no boundary', 'multipart/form-data', 'x'],
    ['a boundary that never occurs', 'multipart/form-data; boundary=x', 'hello'],
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
  ])('reject a multipart body with %s (400)', async (_, type, body) => {
    for (const path of [ASSETS, '/api/v2/imports/']) {
      const response = await owner().post(path).set('Content-Type', type).send(body);
      // An import without a file is a failed task; an unreadable body is rejected.
      expect(`${path} ${response.status}`).toMatch(/ (400|201)$/);
      expect(response.headers['content-type']).toBe('application/json');
    }
  });

  it('reject files where none are expected (400)', async () => {
    const response = await owner()
      .post(ASSETS)
      .field('asset_type', 'survey')
      .attach('x', Buffer.from('x'), 'x.txt')
      .expect(400);
    expect(response.headers['content-type']).toBe('application/json');
  });

  it.each([
    ['JSON', 'application/json', `{"asset_type":"survey","name":"${'x'.repeat(2 * LIMIT)}"}`],
    ['a form', 'application/x-www-form-urlencoded', `asset_type=survey&name=${'x'.repeat(2 * LIMIT)}`],
    [
      'multipart',
      'multipart/form-data; boundary=b',
      `--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n${'x'.repeat(2 * LIMIT)}\r\n--b--\r\n`,
    ],
  ])('reject %s over the limit (413), and the client sees the response', async (_, type, body) => {
    const response = await owner().post(ASSETS).set('Content-Type', type).send(body).expect(413);
    expect(response.headers['content-type']).toBe('application/json');
    expect(typeof response.body.detail).toBe('string');
  });

  it('reject many small parts that are large together (413 or 400)', async () => {
    const test = owner().post(ASSETS);
    for (let index = 0; index < 20; index += 1) test.field(`f${index}`, 'x'.repeat(LIMIT / 4));
    expect([400, 413]).toContain((await test).status);
  });

  it('answer before a rejected body is read', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(3_000_000) });
    for (const [caller, path, status] of [
      [app.as(ANONYMOUS), ASSETS, [401, 413]],
      [app.with('Token nonsense'), ASSETS, [401, 413]],
      [owner(), '/api/v2/nothing/', [404, 413]],
      [owner(), ASSETS, [413]],
    ] as const) {
      const response = await caller.post(path).type('json').send(body);
      expect(status).toContain(response.status);
      expect(response.headers['content-type']).toBe('application/json');
    }
  });

  it.each([
    ['an unknown encoding', { 'Content-Encoding': 'snappy' }, 415],
    ['an unknown charset', { 'Content-Type': 'application/json; charset=klingon' }, 415],
    ['invalid gzip', { 'Content-Encoding': 'gzip' }, 400],
  ])('reject %s', async (_, headers, status) => {
    const response = await owner()
      .post(ASSETS)
      .set('Content-Type', 'application/json')
      .set(headers as Record<string, string>)
      .send('{"asset_type":"survey"}');
    expect([response.status, response.headers['content-type']]).toEqual([status, 'application/json']);
  });

  it.each(['text/plain', 'application/xml', 'nonsense', ''])(
    'reject a body of the unsupported type %j (415) and change nothing',
    async (type) => {
      const made = await makeAsset(app, { name: 'Before' });
      const path = `${ASSETS}${made.uid}/`;
      for (const [verb, at] of [
        ['POST', ASSETS],
        ['PATCH', path],
      ] as const) {
        const response = await fetch(app.origin + at, {
          method: verb,
          headers: { Authorization: `Token ${app.tokenOf('owner')}`, 'Content-Type': type },
          body: Buffer.from('{"asset_type":"survey","name":"After"}'),
        });
        expect([verb, response.status]).toEqual([verb, 415]);
        expect(await response.json()).toEqual({
          detail: `Unsupported media type "${type}" in request. Send JSON, or a form.`,
        });
      }
      expect((await owner().get(path).expect(200)).body).toMatchObject({ name: 'Before', version_count: 1 });
    },
  );

  it('ignore the type of a body that is empty or unused', async () => {
    const { uid } = await makeAsset(app);
    await owner().patch(`${ASSETS}${uid}/`).type('text/plain').expect(200);
    await owner().get(`${ASSETS}${uid}/`).type('text/plain').send('?').expect(200);
  });
});

describe('the Accept header', () => {
  let uid: string;

  beforeAll(async () => {
    await app.addUser('reader');
    ({ uid } = await makeAsset(app, { owner: 'reader' }));
  });

  const get = async (path: string, accept: string) => {
    const { status, body } = await app.as('reader').get(path).set('Accept', accept);
    return { status, body: body as unknown };
  };

  it.each([
    ['/api/v2/assets/', 'text/csv'],
    ['/api/v2/assets/', 'text/xml'],
    ['/api/v2/permissions/view_asset/', 'image/png'],
    ['/api/v2/permissions/view_asset/', 'nonsense'],
    ['/api/v2/assets/aaaaaaaaaaaaaaaaaaaaaa/', 'image/png'],
    ['/me/', 'application/json;q=0'],
    ['/token/', 'text/plain'],
  ])('returns 406 when nothing matches: %s as %s', async (path, accept) => {
    expect(await get(path, accept)).toEqual({
      status: 406,
      body: { detail: 'Could not satisfy the request Accept header.' },
    });
  });

  it.each([
    '*/*',
    '',
    'application/*',
    'application/json',
    'application/json, text/xml, application/xml, */*',
    'text/csv, application/json;q=0.1',
  ])('is satisfied by JSON: %j', async (accept) => {
    expect(await get('/api/v2/assets/', accept)).toMatchObject({ status: 200, body: { count: 1 } });
  });

  it('yields to the format in the URL', async () => {
    for (const end of ['.xls', '.xml', '.json', '/?format=json']) {
      expect(await get(`/api/v2/assets/${uid}${end}`, 'text/plain')).toMatchObject({ status: 200 });
    }
  });

  it('is satisfied by XML where available and alone acceptable', async () => {
    const response = await app.as('reader').get(`/api/v2/assets/${uid}/`).set('Accept', 'application/xml');
    expect([response.status, response.type]).toEqual([200, 'application/xml']);
    const others = await app.as('reader').get(`/api/v2/assets/${uid}/`).set('Accept', '*/*');
    expect([others.status, others.type]).toEqual([200, 'application/json']);
    for (const { headers } of [response, others]) expect(headers['vary']).toBe('Accept');
  });

  it('is checked before authentication', async () => {
    await app.as(ANONYMOUS).get('/me/').set('Accept', 'image/png').expect(406);
  });

  it('is ignored by the other protocols', async () => {
    await app.as(ANONYMOUS).get('/health/live').set('Accept', 'image/png').expect(200);
    await app.as('reader').get('/formList').set('Accept', 'image/png').expect(200);
  });
});
