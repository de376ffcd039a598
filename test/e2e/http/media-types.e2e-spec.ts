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

describe('what a caller accepts', () => {
  let uid: string;

  beforeAll(async () => {
    await app.addUser('reader');
    ({ uid } = await makeAsset(app, { owner: 'reader' }));
  });

  const ask = async (path: string, accept: string) => {
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
  ])('is refused when there is nothing of the kind: %s as %s (406)', async (path, accept) => {
    expect(await ask(path, accept)).toEqual({
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
  ])('is met by JSON: %j', async (accept) => {
    expect(await ask('/api/v2/assets/', accept)).toMatchObject({ status: 200, body: { count: 1 } });
  });

  it('gives way to the format that the URL names', async () => {
    for (const end of ['.xls', '.xml', '.json', '/?format=json']) {
      expect(await ask(`/api/v2/assets/${uid}${end}`, 'text/plain')).toMatchObject({ status: 200 });
    }
  });

  it('is met by XML where there is some, and nothing else is named', async () => {
    const answer = await app.as('reader').get(`/api/v2/assets/${uid}/`).set('Accept', 'application/xml');
    expect([answer.status, answer.type]).toEqual([200, 'application/xml']);
    const others = await app.as('reader').get(`/api/v2/assets/${uid}/`).set('Accept', '*/*');
    expect([others.status, others.type]).toEqual([200, 'application/json']);
    for (const { headers } of [answer, others]) expect(headers['vary']).toBe('Accept');
  });

  it('is told before anybody is asked to sign in', async () => {
    await app.as(ANONYMOUS).get('/me/').set('Accept', 'image/png').expect(406);
  });

  it('is for the other protocols to say', async () => {
    await app.as(ANONYMOUS).get('/health/live').set('Accept', 'image/png').expect(200);
    await app.as('reader').get('/formList').set('Accept', 'image/png').expect(200);
  });
});
