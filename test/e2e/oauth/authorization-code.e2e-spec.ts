import request from 'supertest';
import { Clock } from '../../../src/config/clock';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { countQueries } from '../../support/query-count';
import { Browser } from '../../support/browser';
import { changeHeard } from '../../support/change-heard';
import {
  agree,
  answered,
  ask,
  authorizePath,
  CALLBACK,
  makePkce,
  redeem,
  refresh,
  registerClient,
  type TestClient,
  withBearer,
} from '../../support/oauth-client';

let app: TestApp;
let client: TestClient;
let browser: Browser;

beforeAll(async () => {
  // Without jobs, whose queries would be counted.
  app = await startApp({ environment: { ROLE: 'api' } });
  for (const name of ['owner', 'ann']) await app.addUser(name);
  client = await registerClient(app);
  browser = new Browser(app);
  await browser.signIn('ann', PASSWORD);
});
afterAll(() => app.stop());
let start: number | undefined;
afterEach(() => {
  jest.restoreAllMocks();
  start = undefined;
});

const newCode = async (more: Readonly<Record<string, string>> = {}, of = client): Promise<string> =>
  (await agree(browser, of, more)).get('code')!;
const newTokens = async (more: Readonly<Record<string, string>> = {}) =>
  (await redeem(app, client, await newCode(more)).expect(200)).body as Record<string, string>;
/** What the application would be told by a person who goes back to it. */
const wayBack = ({ text }: request.Response): URLSearchParams => {
  const link = /href="(https:\/\/app\.example\/[^"]*)"/.exec(text)![1]!;
  return new URL(link.replaceAll('&amp;', '&')).searchParams;
};
/** The service's time stands still, so long after the first such moment of the test. */
const setClock = (offsetMs: number): void => {
  start ??= Date.now();
  const now = start + offsetMs;
  jest.spyOn(app.nest.get(Clock), 'now').mockImplementation(() => new Date(now));
};

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

describe('tokens for a code', () => {
  it('come once, not to be kept by anybody on the way', async () => {
    const { body, headers } = await redeem(app, client, await newCode()).expect(200);
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

  it('come to an application that proves itself in the header', async () => {
    const { client_id, client_secret } = client;
    const code = await newCode();
    const post = () => request(app.origin).post('/o/token/').type('form').auth(client_id, client_secret!);
    await post()
      .send({ grant_type: 'authorization_code', code, client_id, redirect_uri: CALLBACK })
      .expect(200);
  });

  it('die when the code comes a second time', async () => {
    const code = await newCode();
    const { body } = await redeem(app, client, code).expect(200);
    await withBearer(app, body.access_token).get('/me/').expect(200);
    await redeem(app, client, code).expect(400, {
      error: 'invalid_grant',
      error_description: 'Invalid grant: authorization code is invalid.',
    });
    await withBearer(app, body.access_token).get('/me/').expect(401);
    const refused = await refresh(app, client, body.refresh_token).expect(400);
    expect(refused.body.error).toBe('invalid_grant');
  });

  it('go to one of 32 that come at once with the same code, and are revoked since the others are reuse', async () => {
    const code = await newCode();
    const answers = await Promise.all(Array.from({ length: 32 }, () => redeem(app, client, code)));
    const [won, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(31);
    await withBearer(app, won!.body.access_token).get('/me/').expect(401);
    await refresh(app, client, won!.body.refresh_token).expect(400);
  });

  it('come for a minute', async () => {
    setClock(0);
    const [early, late] = [await newCode(), await newCode()];
    setClock(59_999);
    await redeem(app, client, early).expect(200);
    setClock(60_000);
    const { body } = await redeem(app, client, late).expect(400);
    expect(body.error).toBe('invalid_grant');
  });

  it('do not come to another application, which does no harm', async () => {
    const other = await registerClient(app, { name: 'Other' });
    const code = await newCode();
    const { body } = await redeem(app, other, code).expect(400);
    expect(body.error).toBe('invalid_grant');
    await redeem(app, client, code).expect(200);
  });

  it('want the redirect URI of the request', async () => {
    const code = await newCode();
    for (const redirect_uri of ['', 'https://app.example/other']) {
      const { body } = await redeem(app, client, code, { redirect_uri }).expect(400);
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
  ])('do not come for %s', async (_case, fields, status, error) => {
    const answer = await redeem(app, client, 'some code', fields);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ error, error_description: expect.any(String) });
    expect(answer.headers['cache-control']).toBe('no-store');
    if (status === 401) expect(answer.headers['www-authenticate']).toMatch(/^Basic /);
  });

  it('come for forms alone', async () => {
    const { client_id, client_secret } = client;
    const { body } = await request(app.origin)
      .post('/o/token/')
      .send({ grant_type: 'authorization_code', code: 'x', client_id, client_secret })
      .expect(400);
    expect(body.error).toBe('invalid_request');
    const twice = `grant_type=authorization_code&code=a&code=b&client_id=${client_id}`;
    const answer = await request(app.origin).post('/o/token/').type('form').send(twice).expect(400);
    expect(answer.body.error).toBe('invalid_request');
  });
});

describe('PKCE', () => {
  let open: TestClient;
  beforeAll(async () => {
    open = await registerClient(app, { name: 'Open', client_type: 'public' });
  });

  it('is what a public application must use', async () => {
    expect(open.client_secret).toBeUndefined();
    expect(wayBack(await browser.get(authorizePath(open))).get('error')).toBe('invalid_request');
    const { verifier, asked } = makePkce();
    const code = await newCode(asked, open);
    await redeem(app, open, code, { code_verifier: verifier }).expect(200);
  });

  it('holds back the tokens from whoever has the code alone', async () => {
    const { verifier, asked } = makePkce();
    const code = await newCode(asked, open);
    const without = await redeem(app, open, code).expect(400);
    expect(without.body.error).toBe('invalid_request');
    const wrong = await redeem(app, open, code, { code_verifier: makePkce().verifier }).expect(400);
    expect(wrong.body.error).toBe('invalid_grant');
    await redeem(app, open, code, { code_verifier: verifier }).expect(200);
  });

  it('can not be left out in between', async () => {
    const code = await newCode();
    const { body } = await redeem(app, client, code, { code_verifier: makePkce().verifier }).expect(400);
    expect(body.error).toBe('invalid_grant');
  });
});

describe('refreshing', () => {
  it('gives new tokens and ends the old ones', async () => {
    const before = await newTokens();
    await withBearer(app, before['access_token']!).get('/me/').expect(200);
    const { body: after } = await refresh(app, client, before['refresh_token']!).expect(200);
    expect(after).toMatchObject({ expires_in: 36000, token_type: 'Bearer', scope: 'read write groups' });
    expect(after.refresh_token).not.toBe(before['refresh_token']);
    await withBearer(app, before['access_token']!).get('/me/').expect(401);
    await withBearer(app, after.access_token).get('/me/').expect(200);
  });

  it('ends the whole chain when a used refresh token comes again', async () => {
    const first = await newTokens();
    const { body: second } = await refresh(app, client, first['refresh_token']!).expect(200);
    const { body: third } = await refresh(app, client, second.refresh_token).expect(200);
    await withBearer(app, third.access_token).get('/me/').expect(200);
    await refresh(app, client, first['refresh_token']!).expect(400);
    await withBearer(app, third.access_token).get('/me/').expect(401);
    await refresh(app, client, third.refresh_token).expect(400);
  });

  it('goes to one of many at once, and the chain is over', async () => {
    const { refresh_token: token } = await newTokens();
    const answers = await Promise.all(Array.from({ length: 16 }, () => refresh(app, client, token!)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    await withBearer(app, won[0]!.body.access_token).get('/me/').expect(401);
  });

  it('gives fewer scopes on request, never more', async () => {
    const tokens = await newTokens({ scope: 'read' });
    expect(tokens['scope']).toBe('read');
    const { body } = await refresh(app, client, tokens['refresh_token']!, { scope: 'read write' }).expect(
      400,
    );
    expect(body.error).toBe('invalid_scope');
    await refresh(app, client, tokens['refresh_token']!, { scope: 'read' }).expect(200);
  });

  it('keeps what was granted to the refresh token when the access token is asked for with less', async () => {
    const granted = await newTokens({ scope: 'read write' });
    const { body: narrow } = await refresh(app, client, granted['refresh_token']!, { scope: 'read' }).expect(
      200,
    );
    expect(narrow.scope).toBe('read');
    await app.with(`Bearer ${narrow.access_token}`).patch('/me/').send({}).expect(403);
    const { body: wide } = await refresh(app, client, narrow.refresh_token as string).expect(200);
    expect(wide.scope).toBe('read write');
    await app.with(`Bearer ${wide.access_token}`).patch('/me/').send({}).expect(200);
  });

  it('is for the application that was given the token', async () => {
    const other = await registerClient(app, { name: 'Thief' });
    const { refresh_token: token } = await newTokens();
    await refresh(app, other, token!).expect(400);
    await refresh(app, client, token!).expect(200);
  });

  it('goes on after the access token has expired', async () => {
    setClock(0);
    const tokens = await newTokens();
    setClock(36_000_000 * 100);
    await refresh(app, client, tokens['refresh_token']!).expect(200);
  });
});

describe('access tokens', () => {
  it('hold for 36000 seconds, also while they are remembered', async () => {
    setClock(0);
    const { access_token: token } = await newTokens();
    const bearer = withBearer(app, token!);
    await bearer.get('/me/').expect(200);
    setClock(35_999_999);
    await bearer.get('/me/').expect(200);
    setClock(36_000_000);
    const { body, headers } = await bearer.get('/me/').expect(401);
    expect(body).toEqual({ detail: 'Invalid token.' });
    expect(headers['www-authenticate']).toBe(
      'Bearer realm="api", error="invalid_token", error_description="Invalid token."',
    );
  });

  it('cost a request one query, or none once they are remembered', async () => {
    const { access_token: token } = await newTokens();
    const ask = async (): Promise<void> =>
      void (await withBearer(app, token!).get('/api/v2/permissions/').expect(200));
    expect(await countQueries(app, ask)).toBe(1);
    expect(await countQueries(app, ask)).toBe(0);
  });

  it('are taken from the header alone', async () => {
    const { access_token: token } = await newTokens();
    await request(app.origin).get(`/me/?access_token=${token}`).expect(401);
    await request(app.origin).patch('/me/').type('form').send({ access_token: token! }).expect(401);
  });

  it.each([
    ['read', 'get', 200, undefined],
    ['read', 'post', 403, 'write'],
    ['write', 'get', 403, 'read'],
    ['write', 'post', 201, undefined],
    ['groups', 'get', 403, 'read'],
  ] as const)('with the scope %s on %s give %i', async (scope, verb, status, missing) => {
    const { access_token: token } = await newTokens({ scope });
    const asked = withBearer(app, token!)[verb]('/api/v2/assets/');
    if (verb === 'post') asked.send({ asset_type: 'survey', name: 'By an application' });
    const { headers } = await asked.expect(status);
    if (missing !== undefined) {
      expect(headers['www-authenticate']).toBe(
        `Bearer realm="api", error="insufficient_scope", error_description="This needs a credential with the scope ${missing}.", scope="${missing}"`,
      );
    }
  });

  it('never show, make or change credentials (403)', async () => {
    const bearer = withBearer(app, (await newTokens())['access_token']!);
    await bearer.get('/token/').expect(403);
    await bearer.get('/api/v2/applications/').expect(403);
    await bearer.get('/api/v2/authorized_applications/').expect(403);
    await bearer.get(authorizePath(client)).expect(403);
  });

  it('end at once with their user', async () => {
    await app.addUser('leaver');
    const theirs = new Browser(app);
    await theirs.signIn('leaver', PASSWORD);
    const code = (await agree(theirs, client)).get('code')!;
    const { body } = await redeem(app, client, code).expect(200);
    await withBearer(app, body.access_token).get('/me/').expect(200);
    const heard = changeHeard(app, 'user');
    await app.rows(`UPDATE app_user SET is_active = false WHERE username = 'leaver'`);
    await refresh(app, client, body.refresh_token).expect(400);
    await heard;
    await withBearer(app, body.access_token).get('/me/').expect(401);
  });
});

describe('revoking', () => {
  it('ends an access token alone, and a refresh token with all that came of it', async () => {
    const tokens = await newTokens();
    await withBearer(app, tokens['access_token']!).get('/me/').expect(200);
    const { text } = await ask(app, '/o/revoke_token/', client, { token: tokens['access_token']! }).expect(
      200,
    );
    expect(text).toBe('');
    await withBearer(app, tokens['access_token']!).get('/me/').expect(401);
    const { body: next } = await refresh(app, client, tokens['refresh_token']!).expect(200);
    await withBearer(app, next.access_token).get('/me/').expect(200);
    const hinted = { token: next.refresh_token, token_type_hint: 'access_token' };
    await ask(app, '/o/revoke_token/', client, hinted).expect(200);
    await withBearer(app, next.access_token).get('/me/').expect(401);
  });

  it('takes an unknown token for one that has ended', async () => {
    await ask(app, '/o/revoke_token/', client, { token: 'unknown' }).expect(200);
  });

  it('is for the application that was given the token, and says so', async () => {
    const other = await registerClient(app, { name: 'Enemy' });
    const { access_token: token } = await newTokens();
    const { body } = await ask(app, '/o/revoke_token/', other, { token: token! }).expect(400);
    expect(body.error).toBe('invalid_grant');
    await withBearer(app, token!).get('/me/').expect(200);
    await ask(app, '/o/revoke_token/', { ...client, client_secret: 'no' }, { token: token! }).expect(401);
    await ask(app, '/o/revoke_token/', client, {}).expect(400);
  });
});

describe('introspection', () => {
  it('tells an application about its tokens', async () => {
    const tokens = await newTokens({ scope: 'read write' });
    const { body } = await ask(app, '/o/introspect/', client, { token: tokens['access_token']! }).expect(200);
    expect(body).toMatchObject({
      active: true,
      scope: 'read write',
      client_id: client.client_id,
      username: 'ann',
      token_type: 'Bearer',
    });
    expect(body.exp - body.iat).toBe(36000);
    const { body: other } = await ask(app, '/o/introspect/', client, { token: tokens['refresh_token']! });
    expect(other).toMatchObject({ active: true });
    expect(other).not.toHaveProperty('exp');
  });

  it('says nothing about any other', async () => {
    setClock(0);
    const other = await registerClient(app, { name: 'Curious' });
    const tokens = await newTokens();
    await ask(app, '/o/introspect/', other, { token: tokens['access_token']! }).expect(200, {
      active: false,
    });
    await ask(app, '/o/introspect/', client, { token: 'unknown' }).expect(200, { active: false });
    setClock(36_000_000);
    await ask(app, '/o/introspect/', client, { token: tokens['access_token']! }).expect(200, {
      active: false,
    });
    const { body } = await ask(app, '/o/introspect/', {}, { token: tokens['access_token']! }).expect(401);
    expect(body.error).toBe('invalid_client');
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
