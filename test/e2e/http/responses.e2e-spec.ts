import { VERSION } from '../../../src/config/version';
import { type AssetJson, makeDeployedAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
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

describe('the host in links', () => {
  const get = (host: string, path = `${ASSETS}?limit=1`): Promise<string> =>
    sendRaw(
      app.port,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Token ${app.tokenOf('owner')}\r\nConnection: close\r\n\r\n`,
    );

  it.each(['survey.example.org', 'localhost:8000', '127.0.0.1', '[::1]:8000', 'SURVEY'])(
    'is %s as requested',
    async (host) => {
      const response = await get(host, asset());
      expect(response).toMatch(/^HTTP\/1\.1 200 /);
      expect(response).toContain(`"url":"http://${host}/api/v2/assets/${survey.uid}/"`);
    },
  );

  it.each([
    ...['a"b<script>', 'user@evil.example', 'a b', 'a/b', 'evil.example#', '[::1', ':80', 'a:port', 'ü'],
    // Host characters that form no valid URL.
    ...['256.256.256.256', '1.2.3.4.5', '0x100000000', '127.0.0.1.0x', 'a:99999', '[1::2::3]', '[12345::]'],
  ])('is rejected on every path if invalid: %s (400)', async (host) => {
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
      const response = await get(host, path);
      expect(`${path} ${response.split('\r\n')[0]}`).toMatch(/ 400 /);
      expect(response).not.toContain('<script>');
    }
  });
});

describe('every response', () => {
  it('never shows a stack, HTML or implementation details', async () => {
    for (const response of [
      await owner().get('/nothing').set('Accept', '*/*'),
      await owner().post(ASSETS).type('json').send('{').set('Accept', 'text/html'),
      await app.as(ANONYMOUS).get('/me/').set('Accept', 'application/xml'),
      await owner().get(asset('data/?sort=x')),
    ]) {
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.headers['content-type']).toBe('application/json');
      expect(response.headers['x-powered-by']).toBeUndefined();
      expect(response.text).not.toMatch(/node_modules|\bat .*:\d+:\d+|<html/i);
    }
  });

  it('is a page for people at an unknown address, without implementation details', async () => {
    const { headers, text } = await owner().get('/nothing').set('Accept', 'text/html').expect(404);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(headers['x-powered-by']).toBeUndefined();
    expect(text).toContain('There is nothing at this address');
    expect(text).not.toMatch(/node_modules|\bat .*:\d+:\d+/i);
  });

  it('documents the API for programs and for readers', async () => {
    const document = await app.as(ANONYMOUS).get('/api/openapi.json').expect(200);
    expect(document.body.openapi).toMatch(/^3\./);
    expect(Object.keys(document.body.paths as object)).toContain('/api/v2/assets/{uid}/data');
    const page = await app.as(ANONYMOUS).get('/api/docs/').expect(200);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
  });

  it('includes health and metrics', async () => {
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
