import { makeAsset } from '../../factories/asset.factory';
import { ANONYMOUS, PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';
import { waitForNotifications } from '../../support/wait-for-notifications';

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

describe('the authenticated user', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    for (const username of ['owner', 'ann', 'leaver', 'newcomer']) await app.addUser(username);
  });
  afterAll(() => app.stop());

  it.each([
    ['a token', () => `Token ${app.tokenOf('ann')}`],
    ['a token with a lowercase scheme', () => `token ${app.tokenOf('ann')}`],
    ['a token after several spaces', () => `Token   ${app.tokenOf('ann')}`],
    ['a name and a password with colons', () => basic(`ann:${PASSWORD}`)],
    ['a name in another letter case', () => basic(`ANN:${PASSWORD}`)],
    ['a lowercase Basic scheme', () => basic(`ann:${PASSWORD}`).replace('Basic', 'basic')],
  ])('is identified by %s', async (_, header) => {
    const { body } = await app.with(header()).get('/me/').expect(200);
    expect(body.username).toBe('ann');
  });

  it.each([
    ['an unknown token', () => `Token ${'0'.repeat(40)}`, 'Invalid token.'],
    ['a token that is not hex', () => 'Token nonsense', 'Invalid token.'],
    ['a wrong password', () => basic('ann:wrong'), 'Invalid username/password.'],
    ['an empty password', () => basic('ann:'), 'Invalid username/password.'],
    ['a password cut at its colon', () => basic('ann:correct horse'), 'Invalid username/password.'],
    ['an unknown user', () => basic(`nobody:${PASSWORD}`), 'Invalid username/password.'],
    ['AnonymousUser', () => basic('AnonymousUser:'), 'Invalid username/password.'],
    ['a name with NUL', () => basic('an\0n:x'), undefined],
    ['a Basic pair without a colon', () => basic('ann'), undefined],
    ['Basic with invalid base64', () => 'Basic ann:password', undefined],
    ['a scheme alone', () => 'Token', undefined],
    ['Basic alone', () => 'Basic', undefined],
    ['two words of token', () => 'Token one two', undefined],
  ])('is rejected with %s (401), on public routes too', async (_, header, detail) => {
    for (const path of ['/me/', '/api/v2/permissions/', '/api/v2/assets/', '/token/']) {
      const { status, headers, body } = await app.with(header()).get(path);
      expect({ path, status, challenge: headers['www-authenticate'], type: headers['content-type'] }).toEqual(
        {
          path,
          status: 401,
          challenge: 'Token realm="api"',
          type: 'application/json',
        },
      );
      expect(typeof body.detail).toBe('string');
      if (detail !== undefined) expect(body.detail).toBe(detail);
    }
  });

  it.each([
    ['an unknown scheme', () => 'Digest username="ann"'],
    ['a token without a scheme', () => app.tokenOf('ann')],
    ['a scheme of other services', () => `access_token ${app.tokenOf('ann')}`],
  ])('is anonymous with %s, and learns why when refused', async (_, header) => {
    const { uid } = await makeAsset(app, { owner: 'owner' });
    const { body } = await app.with(header()).get('/api/v2/assets/').expect(200);
    expect(JSON.stringify(body)).not.toContain(uid);
    for (const path of ['/me/', '/token/', `/api/v2/assets/${uid}/`, '/api/v2/assets/unknown/']) {
      const refused = await app.with(header()).get(path).expect(401);
      expect(refused.body.detail).toMatch(/^Unknown scheme in the Authorization header; send Token, /);
    }
    const publicAccess = {
      user: '/api/v2/users/AnonymousUser/',
      permission: '/api/v2/permissions/view_asset/',
    };
    await app
      .as('owner')
      .post(`/api/v2/assets/${uid}/permission-assignments/`)
      .send(publicAccess)
      .expect(201);
    await app.with(header()).get(`/api/v2/assets/${uid}/`).expect(200);
  });

  it('is that of the session beside an unknown scheme, which proxies add', async () => {
    const browser = await Browser.signedIn(app, 'ann');
    const { body, headers } = await browser
      .get('/me/', 'application/json')
      .set('Authorization', 'Negotiate abc')
      .expect(200);
    expect(body.username).toBe('ann');
    expect(headers['cache-control']).toBe('private, no-store');
  });

  it('gets OpenRosa errors on collector routes', async () => {
    const { headers, text } = await app.with(basic('ann:wrong')).get('/formList').expect(401);
    expect(headers['www-authenticate']).toMatch(/^Basic realm="[^"]+"/);
    expect(headers['content-type']).toBe('text/xml; charset=utf-8');
    expect(text).toContain('<message nature="">Invalid username/password.</message>');
  });

  it('is anonymous without credentials, and with credentials in the query or a cookie', async () => {
    await app.as(ANONYMOUS).get('/me/').expect(401);
    await app
      .as(ANONYMOUS)
      .get(`/me/?token=${app.tokenOf('ann')}`)
      .expect(401);
    await app
      .as(ANONYMOUS)
      .get('/me/')
      .set('Cookie', `token=${app.tokenOf('ann')}`)
      .expect(401);
  });

  it('is not confused with concurrent callers', async () => {
    const usernames = Array.from({ length: 12 }, (_, index) => `user-${'abcdefghijkl'[index]}`);
    for (const username of usernames) await app.addUser(username);
    const headers = usernames.flatMap((username) => [
      { username, header: `Token ${app.tokenOf(username)}` },
      { username, header: basic(`${username}:${PASSWORD}`) },
      { username, header: basic(`${username}:wrong`), refused: true },
    ]);
    // The cache is empty, so that all are looked up at once.
    const responses = await Promise.all(
      headers.map(async ({ username, header, refused = false }) => {
        const { status, body } = await app.with(header).get('/me/');
        return { username, refused, status, shown: body.username as string | undefined };
      }),
    );
    expect(responses).toEqual(
      headers.map(({ username, refused = false }) =>
        refused
          ? { username, refused, status: 401, shown: undefined }
          : { username, refused, status: 200, shown: username },
      ),
    );
  });

  it('is rejected when the account is inactive', async () => {
    await app.as('leaver').get('/me/').expect(200);
    await app
      .with(basic(`leaver:${PASSWORD}`))
      .get('/me/')
      .expect(200);
    await app.rows(`UPDATE app_user SET is_active = false WHERE username = 'leaver'`);
    await waitForNotifications(app);
    for (const caller of [app.as('leaver'), app.with(basic(`leaver:${PASSWORD}`))]) {
      await caller.get('/me/').expect(401);
    }
  });
});

describe('/token/', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    for (const username of ['ann', 'bob', 'carl', 'dora']) await app.addUser(username);
  });
  afterAll(() => app.stop());

  it('returns the same 40 hex digits to GET and POST, with and without format, slash or suffix', async () => {
    const token = app.tokenOf('ann');
    expect(token).toMatch(/^[0-9a-f]{40}$/);
    for (const path of ['/token/', '/token', '/token/?format=json', '/token?format=json', '/token.json']) {
      for (const caller of [app.as('ann'), app.with(basic(`ann:${PASSWORD}`))]) {
        const shown = await caller.get(path).expect(200);
        expect(shown.headers['content-type']).toBe('application/json');
        expect(shown.headers['cache-control']).toBe('no-store');
        expect(shown.body).toEqual({ token });
        expect((await caller.post(path).expect(200)).body).toEqual({ token });
      }
    }
  });

  it('returns 201 when POST created the token', async () => {
    const bob = app.with(basic(`bob:${PASSWORD}`));
    await bob.delete('/token/').expect(204);
    const made = await bob.post('/token/').expect(201);
    const again = await bob.post('/token/').expect(200);
    expect(again.body).toEqual(made.body);
    expect([made, again].map(({ headers }) => headers['cache-control'])).toEqual(['no-store', 'no-store']);
    expect(made.body.token).not.toBe(app.tokenOf('bob'));
  });

  it('revokes a token at once, and returns 404 when there is none', async () => {
    const old = app.as('carl');
    await old.get('/me/').expect(200);
    await old.delete('/token/').expect(204);
    const refused = await old.get('/me/').expect(401);
    expect(refused.body).toEqual({ detail: 'Invalid token.' });
    await app
      .with(basic(`carl:${PASSWORD}`))
      .delete('/token/')
      .expect(404);
  });

  it('creates one token for concurrent requests', async () => {
    const carl = app.with(basic(`carl:${PASSWORD}`));
    await carl.delete('/token/');
    const responses = await Promise.all(Array.from({ length: 8 }, () => carl.post('/token/')));
    expect(new Set(responses.map(({ body }) => body.token as string)).size).toBe(1);
    expect(responses.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 7 }, () => 200),
      201,
    ]);
  });

  it('requires a user (401), and stores only a hash in the database', async () => {
    for (const verb of ['get', 'post', 'delete'] as const) {
      const { body, headers } = await app.as(ANONYMOUS)[verb]('/token/').expect(401);
      expect(body).toEqual({ detail: 'Authentication credentials were not provided.' });
      expect(headers['www-authenticate']).toBe('Token realm="api"');
    }
    const rows = await app.rows(`SELECT t::text AS row FROM api_token t`);
    expect(JSON.stringify(rows)).not.toContain(app.tokenOf('ann'));
  });

  it('shows, creates and revokes the token of another user for a superuser', async () => {
    await app.addUser('root-user', { superuser: true });
    const dora = app.with(basic(`dora:${PASSWORD}`));
    const root = app.as('root-user');
    const own = await root.get('/token/').expect(200);
    await root.delete('/token/?username=dora').expect(204);
    const made = await root.get('/token/?username=dora').expect(200);
    expect(made.body.token).not.toBe(own.body.token);
    expect((await dora.get('/token/').expect(200)).body).toEqual(made.body);
    expect((await root.post('/token/?username=dora').expect(200)).body).toEqual(made.body);
    await root.delete('/token/?username=dora').expect(204);
    await root.delete('/token/?username=dora').expect(404);
    await app.with(`Token ${made.body.token}`).get('/me/').expect(401);
    await root.get('/me/').expect(200);
  });

  it('returns 403 for the token of another user, and 404 for an unknown user to a superuser', async () => {
    for (const verb of ['get', 'post', 'delete'] as const) {
      for (const name of ['bob', 'ann', 'nobody-at-all']) {
        await app.as('ann')[verb](`/token/?username=${name}`).expect(403);
      }
      for (const name of ['nobody-at-all', 'AnonymousUser', '']) {
        await app.as('root-user')[verb](`/token/?username=${name}`).expect(404);
      }
      await app.as(ANONYMOUS)[verb]('/token/?username=ann').expect(401);
    }
    await app.as('ann').get('/me/').expect(200);
  });

  it('gives a stored token of AnonymousUser no access', async () => {
    const key = 'b'.repeat(40);
    await app.rows(
      `INSERT INTO api_token (user_id, key_hash, is_default, encrypted_key)
       SELECT id, sha256($1), true, '' FROM app_user WHERE username = 'AnonymousUser'`,
      [Buffer.from(key)],
    );
    const { body } = await app.with(`Token ${key}`).get('/me/').expect(401);
    expect(body).toEqual({ detail: 'Invalid token.' });
  });

  it('grants what its owner may see', async () => {
    const { uid } = await makeAsset(app, { owner: 'ann' });
    await app.as('ann').get(`/api/v2/assets/${uid}/`).expect(200);
    await app.as('bob').get(`/api/v2/assets/${uid}/`).expect(401);
  });
});
