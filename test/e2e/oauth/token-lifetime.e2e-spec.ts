import request from 'supertest';
import { Clock } from '../../../src/config/clock';
import { PASSWORD, type TestApp } from '../../support/app';
import { countQueries } from '../../support/query-count';
import { Browser } from '../../support/browser';
import { waitForNotifications } from '../../support/wait-for-notifications';
import {
  grantConsent,
  postToOAuth,
  authorizePath,
  exchangeCode,
  refresh,
  registerClient,
  type TestClient,
  withBearer,
} from '../../support/oauth-client';
import { startWithClient } from './client-fixture';

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
const newTokens = async (more: Readonly<Record<string, string>> = {}) =>
  (await exchangeCode(app, client, await newCode(more)).expect(200)).body as Record<string, string>;
/** Sets the service's clock to an offset from the first call in the test. */
const setClock = (offsetMs: number): void => {
  start ??= Date.now();
  const now = start + offsetMs;
  jest.spyOn(app.nest.get(Clock), 'now').mockImplementation(() => new Date(now));
};

describe('a refresh', () => {
  it('returns new tokens and revokes the old ones', async () => {
    const before = await newTokens();
    await withBearer(app, before['access_token']!).get('/me/').expect(200);
    const { body: after } = await refresh(app, client, before['refresh_token']!).expect(200);
    expect(after).toMatchObject({ expires_in: 36000, token_type: 'Bearer', scope: 'read write groups' });
    expect(after.refresh_token).not.toBe(before['refresh_token']);
    await withBearer(app, before['access_token']!).get('/me/').expect(401);
    await withBearer(app, after.access_token).get('/me/').expect(200);
  });

  it('with a used refresh token revokes the whole chain', async () => {
    const first = await newTokens();
    const { body: second } = await refresh(app, client, first['refresh_token']!).expect(200);
    const { body: third } = await refresh(app, client, second.refresh_token).expect(200);
    await withBearer(app, third.access_token).get('/me/').expect(200);
    await refresh(app, client, first['refresh_token']!).expect(400);
    await withBearer(app, third.access_token).get('/me/').expect(401);
    await refresh(app, client, third.refresh_token).expect(400);
  });

  it('succeeds for one of many concurrent requests and revokes the chain', async () => {
    const { refresh_token: token } = await newTokens();
    const responses = await Promise.all(Array.from({ length: 16 }, () => refresh(app, client, token!)));
    const won = responses.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    await withBearer(app, won[0]!.body.access_token).get('/me/').expect(401);
  });

  it('may request fewer scopes, never more', async () => {
    const tokens = await newTokens({ scope: 'read' });
    expect(tokens['scope']).toBe('read');
    const { body } = await refresh(app, client, tokens['refresh_token']!, { scope: 'read write' }).expect(
      400,
    );
    expect(body.error).toBe('invalid_scope');
    await refresh(app, client, tokens['refresh_token']!, { scope: 'read' }).expect(200);
  });

  it('keeps the granted scopes of the refresh token when the access token gets fewer', async () => {
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

  it('requires the application that owns the token', async () => {
    const other = await registerClient(app, { name: 'Thief' });
    const { refresh_token: token } = await newTokens();
    await refresh(app, other, token!).expect(400);
    await refresh(app, client, token!).expect(200);
  });

  it('works after the access token has expired', async () => {
    setClock(0);
    const tokens = await newTokens();
    setClock(36_000_000 * 100);
    await refresh(app, client, tokens['refresh_token']!).expect(200);
  });
});

describe('access tokens', () => {
  it('live for 36000 seconds, cached or not', async () => {
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

  it('cost one query per request, or none once cached', async () => {
    const { access_token: token } = await newTokens();
    const getProfile = async (): Promise<void> =>
      void (await withBearer(app, token!).get('/api/v2/permissions/').expect(200));
    await waitForNotifications(app);
    expect(await countQueries(app, getProfile)).toBe(1);
    expect(await countQueries(app, getProfile)).toBe(0);
  });

  it('are read from the header only', async () => {
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
  ] as const)('with the scope %s on %s return %i', async (scope, verb, status, missing) => {
    const { access_token: token } = await newTokens({ scope });
    const pending = withBearer(app, token!)[verb]('/api/v2/assets/');
    if (verb === 'post') pending.send({ asset_type: 'survey', name: 'By an application' });
    const { headers } = await pending.expect(status);
    if (missing !== undefined) {
      expect(headers['www-authenticate']).toBe(
        `Bearer realm="api", error="insufficient_scope", error_description="This request requires a credential with the scope ${missing}.", scope="${missing}"`,
      );
    }
  });

  it('never show, create or change credentials (403)', async () => {
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
    const code = (await grantConsent(theirs, client)).get('code')!;
    const { body } = await exchangeCode(app, client, code).expect(200);
    await withBearer(app, body.access_token).get('/me/').expect(200);
    await app.rows(`UPDATE app_user SET is_active = false WHERE username = 'leaver'`);
    await refresh(app, client, body.refresh_token).expect(400);
    await waitForNotifications(app);
    await withBearer(app, body.access_token).get('/me/').expect(401);
  });
});

describe('a revocation', () => {
  it('ends an access token alone, and a refresh token with all derived tokens', async () => {
    const tokens = await newTokens();
    await withBearer(app, tokens['access_token']!).get('/me/').expect(200);
    const { text } = await postToOAuth(app, '/o/revoke_token/', client, {
      token: tokens['access_token']!,
    }).expect(200);
    expect(text).toBe('');
    await withBearer(app, tokens['access_token']!).get('/me/').expect(401);
    const { body: next } = await refresh(app, client, tokens['refresh_token']!).expect(200);
    await withBearer(app, next.access_token).get('/me/').expect(200);
    const hinted = { token: next.refresh_token, token_type_hint: 'access_token' };
    await postToOAuth(app, '/o/revoke_token/', client, hinted).expect(200);
    await withBearer(app, next.access_token).get('/me/').expect(401);
  });

  it('of an unknown token succeeds', async () => {
    await postToOAuth(app, '/o/revoke_token/', client, { token: 'unknown' }).expect(200);
  });

  it('requires the application that owns the token', async () => {
    const other = await registerClient(app, { name: 'Enemy' });
    const { access_token: token } = await newTokens();
    const { body } = await postToOAuth(app, '/o/revoke_token/', other, { token: token! }).expect(400);
    expect(body.error).toBe('invalid_grant');
    await withBearer(app, token!).get('/me/').expect(200);
    await postToOAuth(app, '/o/revoke_token/', { ...client, client_secret: 'no' }, { token: token! }).expect(
      401,
    );
    await postToOAuth(app, '/o/revoke_token/', client, {}).expect(400);
  });
});

describe('an introspection', () => {
  it('describes an application’s own tokens', async () => {
    const tokens = await newTokens({ scope: 'read write' });
    const { body } = await postToOAuth(app, '/o/introspect/', client, {
      token: tokens['access_token']!,
    }).expect(200);
    expect(body).toMatchObject({
      active: true,
      scope: 'read write',
      client_id: client.client_id,
      username: 'ann',
      token_type: 'Bearer',
    });
    expect(body.exp - body.iat).toBe(36000);
    const { body: other } = await postToOAuth(app, '/o/introspect/', client, {
      token: tokens['refresh_token']!,
    });
    expect(other).toMatchObject({ active: true });
    expect(other).not.toHaveProperty('exp');
  });

  it('reports any other token as inactive', async () => {
    setClock(0);
    const other = await registerClient(app, { name: 'Curious' });
    const tokens = await newTokens();
    await postToOAuth(app, '/o/introspect/', other, { token: tokens['access_token']! }).expect(200, {
      active: false,
    });
    await postToOAuth(app, '/o/introspect/', client, { token: 'unknown' }).expect(200, { active: false });
    setClock(36_000_000);
    await postToOAuth(app, '/o/introspect/', client, { token: tokens['access_token']! }).expect(200, {
      active: false,
    });
    const { body } = await postToOAuth(app, '/o/introspect/', {}, { token: tokens['access_token']! }).expect(
      401,
    );
    expect(body.error).toBe('invalid_client');
  });
});
