import request from 'supertest';
import { PASSWORD, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';
import {
  grantConsent,
  redirectQuery,
  authorizePath,
  CALLBACK,
  exchangeCode,
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

const newCode = async (more: Readonly<Record<string, string>> = {}, of = client): Promise<string> =>
  (await grantConsent(browser, of, more)).get('code')!;

describe('the consent page', () => {
  it('asks a visitor to sign in and returns to the request', async () => {
    const visitor = new Browser(app);
    const path = authorizePath(client);
    const redirect = await visitor.get(path).expect(302);
    expect(redirect.headers['location']).toBe(`/accounts/login/?next=${encodeURIComponent(path)}`);
    const signedIn = await visitor.submit(
      redirect.headers['location']!,
      { username: 'ann', password: PASSWORD },
      '/accounts/login/',
    );
    const { text } = await visitor.get(signedIn.headers['location']!).expect(200);
    expect(text).toContain('Dashboard requests access');
  });

  it('returns 401 to programs instead', async () => {
    const { headers, body } = await request(app.origin).get(authorizePath(client)).expect(401);
    expect(headers['location']).toBeUndefined();
    expect(body).toEqual({
      error: 'access_denied',
      error_description: 'Authentication credentials were not provided.',
    });
  });

  it('names the application and its scopes, and its CSP allows the redirect', async () => {
    const { text, headers } = await browser.get(authorizePath(client, { scope: 'read' })).expect(200);
    expect(text).toContain('View your profile');
    expect(text).not.toContain('Create, change and delete');
    expect(text).toContain('app.example');
    expect(headers['content-security-policy']).toContain("form-action 'self' https://app.example");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('redirects with the code and the unchanged state, next to the query of the redirect URI', async () => {
    const response = await grantConsent(browser, client);
    expect(Object.fromEntries(response)).toEqual({
      keep: '1',
      code: expect.stringMatching(/^[0-9a-f]{64}$/),
      state: 's t/a?t&e',
    });
  });

  it('reports a denial to the application', async () => {
    const response = await browser.submit(authorizePath(client), {}, '/o/authorize/');
    expect(Object.fromEntries(redirectQuery(response))).toMatchObject({
      error: 'access_denied',
      state: 's t/a?t&e',
    });
  });

  it('rejects a decision from another site (403)', async () => {
    const { client_id, redirect_uri } = client;
    const sent = { client_id, redirect_uri, response_type: 'code', allow: 'true' };
    const response = await browser.post('/o/authorize/', sent).expect(403);
    expect(response.headers['location']).toBeUndefined();
  });

  it.each([
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['an unknown scope', { scope: 'read admin' }, 'invalid_scope'],
    [
      'a plain PKCE challenge',
      { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' },
      'invalid_request',
    ],
  ])('does not redirect for %s: the error has a link with the state', async (_case, more, error) => {
    const response = await browser.get(authorizePath(client, more)).expect(400);
    expect(response.headers['location']).toBeUndefined();
    expect(response.text).toContain('Dashboard sent an invalid request');
    expect(Object.fromEntries(returnLinkQuery(response))).toMatchObject({ error, state: 's t/a?t&e' });
  });

  it('does not redirect after a form of an invalid request (400)', async () => {
    const token = await browser.csrfToken();
    const { client_id, redirect_uri } = client;
    const sent = { client_id, redirect_uri, response_type: 'token', csrfmiddlewaretoken: token };
    for (const decision of [{}, { allow: 'true' }]) {
      const response = await browser.post('/o/authorize/', { ...sent, ...decision }).expect(400);
      expect(response.headers['location']).toBeUndefined();
      expect(returnLinkQuery(response).get('error')).toBe('unsupported_response_type');
    }
  });

  it('asks an anonymous visitor to sign in, whatever is wrong with the request', async () => {
    const { headers } = await new Browser(app).get(authorizePath(client, { scope: 'all' })).expect(302);
    expect(headers['location']).toMatch(/^\/accounts\/login\//);
  });

  it.each([
    ['an unknown client', { client_id: 'nobody' }],
    ['a client id with invalid characters', { client_id: '\0' }],
    ['another redirect URI', { redirect_uri: 'https://evil.example/' }],
    ['a longer redirect URI', { redirect_uri: `${CALLBACK}&more` }],
    ['a host in another letter case', { redirect_uri: 'https://app.example.evil/back?keep=1' }],
  ])('never redirects for %s (400)', async (_case, more) => {
    for (const visitor of [browser, new Browser(app)]) {
      const { headers } = await visitor.get(authorizePath(client, more)).expect(400);
      expect(headers['location']).toBeUndefined();
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
    }
    const { body } = await request(app.origin).get(authorizePath(client, more)).expect(400);
    expect(body).toMatchObject({ error: 'invalid_request' });
  });

  it('is shown once where the application wants that, and again for more scopes', async () => {
    const other = await registerClient(app, { name: 'Once' });
    const auto = { approval_prompt: 'auto', scope: 'read' };
    await browser.get(authorizePath(other, auto)).expect(200);
    await exchangeCode(app, other, await newCode({ scope: 'read' }, other)).expect(200);
    expect(redirectQuery(await browser.get(authorizePath(other, auto))).get('code')).toMatch(
      /^[0-9a-f]{64}$/,
    );
    await browser.get(authorizePath(other, { approval_prompt: 'auto', scope: 'read write' })).expect(200);
    await browser.get(authorizePath(other, { scope: 'read' })).expect(200);
  });

  it('works with and without the closing slash', async () => {
    await browser.get(authorizePath(client).replace('/?', '?')).expect(200);
    const fields = { grant_type: 'authorization_code', code: await newCode(), redirect_uri: CALLBACK };
    const { client_id, client_secret } = client;
    await request(app.origin)
      .post('/o/token')
      .type('form')
      .send({ ...fields, client_id, client_secret })
      .expect(200);
  });
});

describe('a grant', () => {
  it('is listed, and can be revoked at once', async () => {
    await app.addUser('carl');
    const theirs = new Browser(app);
    await theirs.signIn('carl', PASSWORD);
    const code = (await grantConsent(theirs, client, { scope: 'read' })).get('code')!;
    const { body: tokens } = await exchangeCode(app, client, code).expect(200);
    await withBearer(app, tokens.access_token).get('/me/').expect(200);
    const { body } = await app.as('carl').get('/api/v2/authorized_applications/').expect(200);
    expect(body).toMatchObject({
      count: 1,
      results: [{ client_id: client.client_id, name: 'Dashboard', scope: 'read' }],
    });
    const path = new URL(body.results[0].url).pathname;
    await app.as('owner').delete(path).expect(404);
    await app.as('carl').delete(path).expect(204);
    await withBearer(app, tokens.access_token).get('/me/').expect(401);
    await app.as('carl').delete(path).expect(404);
  });

  it('can be revoked on the page too', async () => {
    await app.addUser('dora');
    const theirs = new Browser(app);
    await theirs.signIn('dora', PASSWORD);
    const { body: tokens } = await exchangeCode(
      app,
      client,
      (await grantConsent(theirs, client)).get('code')!,
    ).expect(200);
    await withBearer(app, tokens.access_token).get('/me/').expect(200);
    const action = `/o/authorized_tokens/${client.client_id}/delete/`;
    await theirs.submit('/o/authorized_tokens/', {}, action);
    await withBearer(app, tokens.access_token).get('/me/').expect(401);
    expect((await theirs.get('/o/authorized_tokens/')).text).toContain('No application has access');
  });
});
