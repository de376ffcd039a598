import request from 'supertest';
import { Clock } from '../../../src/config/clock';
import { PASSWORD, type TestApp } from '../../support/app';
import { countQueries } from '../../support/query-count';
import { Browser } from '../../support/browser';
import { allHeard } from '../../support/change-heard';
import {
  agree,
  ask,
  authorizePath,
  redeem,
  refresh,
  registerClient,
  type TestClient,
  withBearer,
} from '../../support/oauth-client';
import { startWithPerson } from './person';

let app: TestApp;
let client: TestClient;
let browser: Browser;

beforeAll(async () => {
  ({ app, client, browser } = await startWithPerson());
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
/** The service's time stands still, so long after the first such moment of the test. */
const setClock = (offsetMs: number): void => {
  start ??= Date.now();
  const now = start + offsetMs;
  jest.spyOn(app.nest.get(Clock), 'now').mockImplementation(() => new Date(now));
};

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
    await allHeard(app);
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
    await app.rows(`UPDATE app_user SET is_active = false WHERE username = 'leaver'`);
    await refresh(app, client, body.refresh_token).expect(400);
    await allHeard(app);
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
