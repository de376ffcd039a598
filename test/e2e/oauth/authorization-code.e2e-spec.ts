import request from 'supertest';
import { Clock } from '../../../src/config/clock';
import { type TestApp } from '../../support/app';
import type { Browser } from '../../support/browser';
import {
  grantConsent,
  authorizePath,
  CALLBACK,
  makePkce,
  exchangeCode,
  refresh,
  registerClient,
  type TestClient,
  withBearer,
} from '../../support/oauth-client';
import { startWithClient, returnLinkQuery } from './client-fixture';

let app: TestApp;
let client: TestClient;
let browser: Browser;

beforeAll(async () => {
  ({ app, client, browser } = await startWithClient());
});
afterAll(() => app.stop());
let start: number | undefined;
afterEach(() => {
  jest.restoreAllMocks();
  start = undefined;
});

const newCode = async (more: Readonly<Record<string, string>> = {}, of = client): Promise<string> =>
  (await grantConsent(browser, of, more)).get('code')!;
/** Sets the service's clock to an offset from the first call in the test. */
const setClock = (offsetMs: number): void => {
  start ??= Date.now();
  const now = start + offsetMs;
  jest.spyOn(app.nest.get(Clock), 'now').mockImplementation(() => new Date(now));
};

describe('the exchange of a code for tokens', () => {
  it('works once, with Cache-Control: no-store', async () => {
    const { body, headers } = await exchangeCode(app, client, await newCode()).expect(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[0-9a-f]{64}$/),
      expires_in: 36000,
      token_type: 'Bearer',
      scope: 'read write groups',
      refresh_token: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['pragma']).toBe('no-cache');
    expect(headers['content-type']).toBe('application/json');
    const { body: me } = await withBearer(app, body.access_token).get('/me/').expect(200);
    expect(me.username).toBe('ann');
  });

  it('accepts client credentials in the header', async () => {
    const { client_id, client_secret } = client;
    const code = await newCode();
    const post = () => request(app.origin).post('/o/token/').type('form').auth(client_id, client_secret!);
    await post()
      .send({ grant_type: 'authorization_code', code, client_id, redirect_uri: CALLBACK })
      .expect(200);
  });

  it('revokes the tokens when the code is used twice', async () => {
    const code = await newCode();
    const { body } = await exchangeCode(app, client, code).expect(200);
    await withBearer(app, body.access_token).get('/me/').expect(200);
    await exchangeCode(app, client, code).expect(400, {
      error: 'invalid_grant',
      error_description: 'Invalid grant: authorization code is invalid.',
    });
    await withBearer(app, body.access_token).get('/me/').expect(401);
    const refused = await refresh(app, client, body.refresh_token).expect(400);
    expect(refused.body.error).toBe('invalid_grant');
  });

  it('succeeds for one of 32 concurrent requests, whose tokens are then revoked as the others are reuse', async () => {
    const code = await newCode();
    const responses = await Promise.all(Array.from({ length: 32 }, () => exchangeCode(app, client, code)));
    const [won, ...more] = responses.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    expect(responses.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(31);
    await withBearer(app, won!.body.access_token).get('/me/').expect(401);
    await refresh(app, client, won!.body.refresh_token).expect(400);
  });

  it('works for a minute', async () => {
    setClock(0);
    const [early, late] = [await newCode(), await newCode()];
    setClock(59_999);
    await exchangeCode(app, client, early).expect(200);
    setClock(60_000);
    const { body } = await exchangeCode(app, client, late).expect(400);
    expect(body.error).toBe('invalid_grant');
  });

  it('fails for another application and leaves the code valid', async () => {
    const other = await registerClient(app, { name: 'Other' });
    const code = await newCode();
    const { body } = await exchangeCode(app, other, code).expect(400);
    expect(body.error).toBe('invalid_grant');
    await exchangeCode(app, client, code).expect(200);
  });

  it('requires the redirect URI of the request', async () => {
    const code = await newCode();
    for (const redirect_uri of ['', 'https://app.example/other']) {
      const { body } = await exchangeCode(app, client, code, { redirect_uri }).expect(400);
      expect(body.error).toBe('invalid_grant');
    }
  });

  it.each([
    ['no grant type', { grant_type: '' }, 400, 'invalid_request'],
    ['an unknown grant type', { grant_type: 'magic' }, 400, 'unsupported_grant_type'],
    ['the password grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['no code', { code: '' }, 400, 'invalid_request'],
    ['an unknown code', { code: 'unknown' }, 400, 'invalid_grant'],
    ['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
    ['no secret', { client_secret: '' }, 401, 'invalid_client'],
    ['an unknown client', { client_id: 'nobody' }, 401, 'invalid_client'],
  ])('fails for %s', async (_case, fields, status, error) => {
    const response = await exchangeCode(app, client, 'some code', fields);
    expect(response.status).toBe(status);
    expect(response.body).toEqual({ error, error_description: expect.any(String) });
    expect(response.headers['cache-control']).toBe('no-store');
    if (status === 401) expect(response.headers['www-authenticate']).toMatch(/^Basic /);
  });

  it('accepts forms only', async () => {
    const { client_id, client_secret } = client;
    const { body } = await request(app.origin)
      .post('/o/token/')
      .send({ grant_type: 'authorization_code', code: 'x', client_id, client_secret })
      .expect(400);
    expect(body.error).toBe('invalid_request');
    const twice = `grant_type=authorization_code&code=a&code=b&client_id=${client_id}`;
    const response = await request(app.origin).post('/o/token/').type('form').send(twice).expect(400);
    expect(response.body.error).toBe('invalid_request');
  });
});

describe('PKCE', () => {
  let open: TestClient;
  beforeAll(async () => {
    open = await registerClient(app, { name: 'Open', client_type: 'public' });
  });

  it('is required for a public application', async () => {
    expect(open.client_secret).toBeUndefined();
    expect(returnLinkQuery(await browser.get(authorizePath(open))).get('error')).toBe('invalid_request');
    const { verifier, challenge } = makePkce();
    const code = await newCode(challenge, open);
    await exchangeCode(app, open, code, { code_verifier: verifier }).expect(200);
  });

  it('denies the tokens without the verifier', async () => {
    const { verifier, challenge } = makePkce();
    const code = await newCode(challenge, open);
    const without = await exchangeCode(app, open, code).expect(400);
    expect(without.body.error).toBe('invalid_request');
    const wrong = await exchangeCode(app, open, code, { code_verifier: makePkce().verifier }).expect(400);
    expect(wrong.body.error).toBe('invalid_grant');
    await exchangeCode(app, open, code, { code_verifier: verifier }).expect(200);
  });

  it('can’t be left out between the steps', async () => {
    const code = await newCode();
    const { body } = await exchangeCode(app, client, code, { code_verifier: makePkce().verifier }).expect(
      400,
    );
    expect(body.error).toBe('invalid_grant');
  });
});
