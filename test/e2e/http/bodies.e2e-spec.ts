import type { ReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { instanceXml } from '../../factories/submission.factory';
import { type AssetJson, grant, makeDeployedAsset } from '../../factories/asset.factory';
import { cpuTimeOf } from '../../measure/cpu-time';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { generateBody, largeFile } from '../../support/chunked-bodies';
import { PartialRequest } from '../../support/partial-request';

const MEGABYTE = 1024 * 1024;
const BODY_LIMIT = 4 * MEGABYTE;
const UPLOAD_LIMIT = 2 * MEGABYTE;
const ASSETS = '/api/v2/assets/';

let app: TestApp;
let survey: AssetJson;
/** Anonymous callers may submit to it. */
let open: AssetJson;

beforeAll(async () => {
  app = await startApp({
    environment: { MAX_BODY_BYTES: String(BODY_LIMIT), MAX_UPLOAD_BYTES: String(UPLOAD_LIMIT) },
  });
  for (const name of ['owner', 'stranger']) await app.addUser(name);
  survey = await makeDeployedAsset(app);
  open = await makeDeployedAsset(app);
  await grant(app, open.uid, ANONYMOUS, ['add_submissions']);
});
afterAll(() => app.stop());

const tokenOf = (caller: string): Record<string, string> =>
  caller === ANONYMOUS ? {} : { Authorization: `Token ${app.tokenOf(caller)}` };

describe('a body is read after the guards', () => {
  const refused = (): [string, string, Record<string, string>, number][] => [
    ['an unknown path', 'POST /nothing/', {}, 404],
    ['an unknown path of the API', 'POST /api/v2/nothing/', tokenOf('owner'), 404],
    ['anonymous', `POST ${ASSETS}`, {}, 401],
    ['an invalid token', `POST ${ASSETS}`, { Authorization: 'Token nonsense' }, 401],
    ['a stranger to the asset', `PATCH ${ASSETS}${survey.uid}/`, tokenOf('stranger'), 404],
    ['a wrong verb', `PUT ${ASSETS}`, tokenOf('owner'), 405],
    ['a removed route', 'POST /api/v1/forms/', {}, 410],
    ['a collector without credentials', 'POST /submission', {}, 401],
  ];

  it('answers a refused request before any byte of its body', async () => {
    for (const [caller, line, headers, status] of refused()) {
      const request = new PartialRequest(app.port).head(line, {
        ...headers,
        'Content-Type': 'application/json',
        'Content-Length': 3 * MEGABYTE,
      });
      expect([caller, (await request.response()).status]).toEqual([caller, status]);
      request.disconnect();
    }
  });

  it('never sends 100-continue to a refused request', async () => {
    for (const [caller, line, headers, status] of refused()) {
      const request = new PartialRequest(app.port).head(line, {
        ...headers,
        'Content-Type': 'application/json',
        'Content-Length': 3 * MEGABYTE,
        Expect: '100-continue',
      });
      expect([caller, (await request.response()).status]).toEqual([caller, status]);
      await request.closed;
    }
    const body = JSON.stringify({ asset_type: 'survey', name: 'asked first' });
    const admitted = new PartialRequest(app.port).head(`POST ${ASSETS}`, {
      ...tokenOf('owner'),
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      Expect: '100-continue',
    });
    expect((await admitted.response()).status).toBe(100);
    await admitted.send(body);
    expect((await admitted.response()).status).toBe(201);
    admitted.disconnect();
  });

  it('decompresses nothing of a refused request', async () => {
    // 10 KB that inflate to 10 MB, which take seconds to parse.
    const bomb = gzipSync(Buffer.alloc(10 * MEGABYTE, '[]'), { level: 9 });
    const spent = await cpuTimeOf(async () => {
      for (const [caller, line, headers, status] of refused()) {
        const request = new PartialRequest(app.port).head(line, {
          ...headers,
          'Content-Type': 'application/json',
          'Content-Encoding': 'gzip',
          'Content-Length': bomb.length,
          Connection: 'close',
        });
        await request.send(bomb);
        expect([caller, (await request.response()).status]).toEqual([caller, status]);
        await request.closed;
      }
    });
    expect(spent).toBeLessThan(1000);
  });
});

describe('compressed bodies', () => {
  const text = JSON.stringify({ asset_type: 'survey', name: 'small on the wire' });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('are accepted from users as %s', async (encoding, compress) => {
    const made = await fetch(app.origin + ASSETS, {
      method: 'POST',
      headers: { ...tokenOf('owner'), 'Content-Type': 'application/json', 'Content-Encoding': encoding },
      body: compress(text),
    });
    expect(made.status).toBe(201);
    expect(await made.json()).toMatchObject({ name: 'small on the wire' });
  });

  it.each([
    ['/o/token/', 'application/x-www-form-urlencoded', 'grant_type=x'],
    ['/accounts/login/', 'application/x-www-form-urlencoded', 'username=x'],
    ['/owner/submission', 'multipart/form-data; boundary=x', '--x--'],
  ])('are rejected at %s from anonymous callers (415)', async (path, type, body) => {
    const response = await fetch(app.origin + path, {
      method: 'POST',
      headers: { 'Content-Type': type, 'Content-Encoding': 'gzip' },
      body: gzipSync(body),
    });
    expect(response.status).toBe(415);
  });

  it('are rejected with an unknown or wrong encoding (415)', async () => {
    const post = async (encoding: string): Promise<number> =>
      (
        await fetch(app.origin + ASSETS, {
          method: 'POST',
          headers: { ...tokenOf('owner'), 'Content-Type': 'application/json', 'Content-Encoding': encoding },
          body: text,
        })
      ).status;
    expect([await post('compress'), await post('gzip')]).toEqual([415, 400]);
  });

  it('are limited by their size while they inflate (413)', async () => {
    // In chunks: as a whole it would reserve the memory that its length claims.
    const spaces = Readable.from(Array<Buffer>(400).fill(Buffer.alloc(MEGABYTE, ' ')));
    const bomb = Buffer.concat((await spaces.pipe(createGzip({ level: 9 })).toArray()) as Buffer[]);
    const spent = await cpuTimeOf(async () => {
      const response = await fetch(app.origin + ASSETS, {
        method: 'POST',
        headers: { ...tokenOf('owner'), 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
        body: bomb,
      });
      expect(response.status).toBe(413);
    });
    expect(spent).toBeLessThan(1000);
  });
});

describe('body limits', () => {
  const json = (bytes: number) => ({ asset_type: 'survey', name: 'n', notes: 'x'.repeat(bytes) });

  it('are 1 MB of JSON, or the limit of the route', async () => {
    const assignments = `${ASSETS}${survey.uid}/permission-assignments/`;
    await app.as('owner').post(assignments).send(json(MEGABYTE)).expect(413);
    await app.as('owner').patch('/me/').send(json(MEGABYTE)).expect(413);
    await app
      .as('owner')
      .post(ASSETS)
      .send(json(3 * MEGABYTE))
      .expect(201);
    await app.as('owner').post(ASSETS).send(json(BODY_LIMIT)).expect(413);
    const imported = await app
      .as('owner')
      .post('/api/v2/imports/')
      .send({ name: 'x'.repeat(2 * BODY_LIMIT) });
    expect(imported.body).toEqual({ name: [expect.any(String)] });
  });

  it('apply while a body of unknown length arrives (413)', async () => {
    const request = new PartialRequest(app.port).head(`POST ${ASSETS}`, {
      ...tokenOf('owner'),
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
    });
    const response = request.response();
    const chunk = Buffer.alloc(MEGABYTE, ' ');
    for (let sent = 0; sent <= BODY_LIMIT; sent += MEGABYTE) await request.sendChunk(chunk);
    expect((await response).status).toBe(413);
    request.disconnect();
  });

  it('apply to all text fields of a form together (413)', async () => {
    for (const [path, caller, field] of [
      [ASSETS, 'owner', 'name'],
      ['/o/token/', ANONYMOUS, 'code'],
      ['/submission', 'owner', 'Date'],
    ] as const) {
      const form = app.as(caller).post(path);
      for (let part = 0; part < 5; part += 1) {
        void form.field(field, generateBody(MEGABYTE - 100) as ReadStream, { contentType: 'text/plain' });
      }
      const { status } = await form;
      expect([path, status]).toEqual([path, 413]);
    }
  });

  it.each([
    ['by Content-Length', false],
    ['while they arrive', true],
  ])('apply to all files of a submission together, %s (413)', async (_how, chunked) => {
    const form = new FormData();
    form.set('xml_submission_file', new Blob([instanceXml(survey.uid)]), 'a.xml');
    const file = largeFile(UPLOAD_LIMIT - 100);
    for (let each = 0; each < 5; each += 1) form.set(`f${each}`, file, `f${each}.bin`);
    const whole = new Response(form);
    const response = await fetch(`${app.origin}/submission`, {
      method: 'POST',
      ...(chunked
        ? {
            headers: { ...tokenOf('owner'), 'Content-Type': whole.headers.get('content-type')! },
            body: whole.body,
            duplex: 'half',
          }
        : { headers: tokenOf('owner'), body: form }),
    });
    expect(response.status).toBe(413);
  });

  it.each([
    ['lists', (count: number) => `[${'[],'.repeat(count)}[]]`],
    ['numbers', (count: number) => `[${'1,'.repeat(count)}1]`],
    ['members', (count: number) => `{"a":"",${'"":"",'.repeat(count / 3)}"b":""}`],
  ])('reject JSON with too many %s before it is parsed (413)', async (_what, make) => {
    const parse = jest.spyOn(JSON, 'parse');
    try {
      const response = await fetch(`${app.inProcess.origin}/me/`, {
        method: 'PATCH',
        headers: { ...tokenOf('owner'), 'Content-Type': 'application/json' },
        body: make(210_000),
      });
      expect(response.status).toBe(413);
      const maxPerRequest = Math.max(0, ...parse.mock.calls.map(([text]) => text.length));
      expect(maxPerRequest).toBeLessThan(10_000);
    } finally {
      parse.mockRestore();
    }
  });
});

describe('bodies in flight', () => {
  it('are limited per address: 503 with Retry-After, and accepted again once they end', async () => {
    // Chunks of endless JSON text, up to the limit of a request.
    const senders = Array.from({ length: 20 }, () =>
      new PartialRequest(app.inProcess.port).head(`POST ${ASSETS}`, {
        ...tokenOf('owner'),
        'Content-Type': 'application/json',
        'Transfer-Encoding': 'chunked',
      }),
    );
    const chunk = Buffer.alloc(MEGABYTE - 100, ' ');
    const first = Promise.race(senders.map((sender) => sender.response()));
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(senders.map((sender) => sender.sendChunk(chunk)));
    }
    const refusal = await first;
    expect(refusal).toMatchObject({
      status: 503,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
    await app.as('owner').get('/me/').expect(200);
    senders.forEach((sender) => sender.disconnect());
    await Promise.all(senders.map(({ closed }) => closed));
    await app
      .as('owner')
      .post(ASSETS)
      .send({ asset_type: 'survey', notes: 'x'.repeat(MEGABYTE) })
      .expect(201);
  });
});

describe('idle connections', () => {
  it('are closed', async () => {
    const server = app.nest.getHttpServer();
    expect(server.timeout).toBe(60_000);
    server.setTimeout(50);
    try {
      const silent = new PartialRequest(app.inProcess.port);
      const begun = new PartialRequest(app.inProcess.port).head(`POST ${ASSETS}`, {
        ...tokenOf('owner'),
        'Content-Length': 10,
      });
      await Promise.all([silent.closed, begun.closed]);
    } finally {
      server.setTimeout(60_000);
    }
  });
});
