import request from 'supertest';
import { PASSWORD, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';
import {
  agree,
  answered,
  authorizePath,
  CALLBACK,
  redeem,
  registerClient,
  type TestClient,
  withBearer,
} from '../../support/oauth-client';
import { startWithPerson, wayBack } from './person';

let app: TestApp;
let client: TestClient;
let browser: Browser;

beforeAll(async () => {
  ({ app, client, browser } = await startWithPerson());
});
afterAll(() => app.stop());

const newCode = async (more: Readonly<Record<string, string>> = {}, of = client): Promise<string> =>
  (await agree(browser, of, more)).get('code')!;

describe('asking a person', () => {
  it('leads a visitor to sign in and then back to the question', async () => {
    const visitor = new Browser(app);
    const path = authorizePath(client);
    const led = await visitor.get(path).expect(302);
    expect(led.headers['location']).toBe(`/accounts/login/?next=${encodeURIComponent(path)}`);
    const signedIn = await visitor.submit(
      led.headers['location']!,
      { username: 'ann', password: PASSWORD },
      '/accounts/login/',
    );
    const { text } = await visitor.get(signedIn.headers['location']!).expect(200);
    expect(text).toContain('Dashboard asks for access');
  });

  it('asks programs for credentials instead (401)', async () => {
    const { headers, body } = await request(app.origin).get(authorizePath(client)).expect(401);
    expect(headers['location']).toBeUndefined();
    expect(body).toEqual({
      error: 'access_denied',
      error_description: 'Authentication credentials were not provided.',
    });
  });

  it('names the application and what it may do, and lets the form end there', async () => {
    const { text, headers } = await browser.get(authorizePath(client, { scope: 'read' })).expect(200);
    expect(text).toContain('See your profile');
    expect(text).not.toContain('Create, change and delete');
    expect(text).toContain('app.example');
    expect(headers['content-security-policy']).toContain("form-action 'self' https://app.example");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('brings back the code and the state as it was, beside the query of the redirect URI', async () => {
    const answer = await agree(browser, client);
    expect(Object.fromEntries(answer)).toEqual({
      keep: '1',
      code: expect.stringMatching(/^[0-9a-f]{64}$/),
      state: 's t/a?t&e',
    });
  });

  it('tells the application when the person does not agree', async () => {
    const answer = await browser.submit(authorizePath(client), {}, '/o/authorize/');
    expect(Object.fromEntries(answered(answer))).toMatchObject({
      error: 'access_denied',
      state: 's t/a?t&e',
    });
  });

  it('takes no decision that another site sends (403)', async () => {
    const { client_id, redirect_uri } = client;
    const sent = { client_id, redirect_uri, response_type: 'code', allow: 'true' };
    const answer = await browser.post('/o/authorize/', sent).expect(403);
    expect(answer.headers['location']).toBeUndefined();
  });

  it.each([
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['an unknown scope', { scope: 'read admin' }, 'invalid_scope'],
    [
      'a plain challenge',
      { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' },
      'invalid_request',
    ],
  ])('leads nobody away for %s: the way back is a link, with its state', async (_case, more, error) => {
    const answer = await browser.get(authorizePath(client, more)).expect(400);
    expect(answer.headers['location']).toBeUndefined();
    expect(answer.text).toContain('Dashboard did not ask as it should');
    expect(Object.fromEntries(wayBack(answer))).toMatchObject({ error, state: 's t/a?t&e' });
  });

  it('leads nobody away who sends the form of a request that is wrong (400)', async () => {
    const token = await browser.formToken();
    const { client_id, redirect_uri } = client;
    const sent = { client_id, redirect_uri, response_type: 'token', csrfmiddlewaretoken: token };
    for (const decision of [{}, { allow: 'true' }]) {
      const answer = await browser.post('/o/authorize/', { ...sent, ...decision }).expect(400);
      expect(answer.headers['location']).toBeUndefined();
      expect(wayBack(answer).get('error')).toBe('unsupported_response_type');
    }
  });

  it('leads a visitor who is not signed in to sign in, whatever is wrong with the request', async () => {
    const { headers } = await new Browser(app).get(authorizePath(client, { scope: 'all' })).expect(302);
    expect(headers['location']).toMatch(/^\/accounts\/login\//);
  });

  it.each([
    ['an unknown client', { client_id: 'nobody' }],
    ['a client of characters that no client has', { client_id: '\0' }],
    ['another redirect URI', { redirect_uri: 'https://evil.example/' }],
    ['a longer redirect URI', { redirect_uri: `${CALLBACK}&more` }],
    ['another host of the same letters', { redirect_uri: 'https://app.example.evil/back?keep=1' }],
  ])('never redirects for %s (400)', async (_case, more) => {
    for (const visitor of [browser, new Browser(app)]) {
      const { headers } = await visitor.get(authorizePath(client, more)).expect(400);
      expect(headers['location']).toBeUndefined();
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
    }
    const { body } = await request(app.origin).get(authorizePath(client, more)).expect(400);
    expect(body).toMatchObject({ error: 'invalid_request' });
  });

  it('asks once where the application wants that, and again for more', async () => {
    const other = await registerClient(app, { name: 'Once' });
    const auto = { approval_prompt: 'auto', scope: 'read' };
    await browser.get(authorizePath(other, auto)).expect(200);
    await redeem(app, other, await newCode({ scope: 'read' }, other)).expect(200);
    expect(answered(await browser.get(authorizePath(other, auto))).get('code')).toMatch(/^[0-9a-f]{64}$/);
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

describe('what a person has granted', () => {
  it('is listed, and taken back at once', async () => {
    await app.addUser('carl');
    const theirs = new Browser(app);
    await theirs.signIn('carl', PASSWORD);
    const code = (await agree(theirs, client, { scope: 'read' })).get('code')!;
    const { body: tokens } = await redeem(app, client, code).expect(200);
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

  it('is taken back on the page, too', async () => {
    await app.addUser('dora');
    const theirs = new Browser(app);
    await theirs.signIn('dora', PASSWORD);
    const { body: tokens } = await redeem(app, client, (await agree(theirs, client)).get('code')!).expect(
      200,
    );
    await withBearer(app, tokens.access_token).get('/me/').expect(200);
    const action = `/o/authorized_tokens/${client.client_id}/delete/`;
    await theirs.submit('/o/authorized_tokens/', {}, action);
    await withBearer(app, tokens.access_token).get('/me/').expect(401);
    expect((await theirs.get('/o/authorized_tokens/')).text).toContain('No application has access');
  });
});
