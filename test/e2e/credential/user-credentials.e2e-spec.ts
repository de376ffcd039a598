import { PASSWORD, startApp, type TestApp, ANONYMOUS } from '../../support/app';
import { basic } from '../../support/basic';
import { Browser } from '../../support/browser';
import { grantConsent, exchangeCode, registerClient, withBearer } from '../../support/oauth-client';

interface CredentialJson {
  readonly url: string;
  readonly uid: string;
  readonly kind: string;
  readonly name: string;
  readonly scopes: readonly string[];
}

describe('/api/v2/users/:username/credentials/', () => {
  let app: TestApp;
  let user = 0;
  let username: string;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    await app.addUser('root-user', { superuser: true });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    username = `ann-${(user += 1)}`;
    await app.addUser(username);
  });

  const root = () => app.as('root-user');
  const path = (below = ''): string => `/api/v2/users/${username}/credentials/${below}`;
  const list = async (): Promise<readonly CredentialJson[]> =>
    (await root().get(path()).expect(200)).body.results as CredentialJson[];

  const makeAll = async () => {
    const { body: token } = await app
      .as(username)
      .post('/api/v2/tokens/')
      .send({ name: 'nightly', scopes: ['read'] });
    const browser = new Browser(app);
    await browser.signIn(username, PASSWORD);
    const client = await registerClient(app);
    const code = (await grantConsent(browser, client, { scope: 'read' })).get('code')!;
    const { body: pair } = await exchangeCode(app, client, code).expect(200);
    return {
      client: client.client_id,
      secrets: [app.tokenOf(username), token.token, pair.access_token, pair.refresh_token] as string[],
      ask: {
        'default-token': async () => (await app.as(username).get('/me/')).status,
        token: async () => (await app.with(`Token ${token.token}`).get('/me/')).status,
        session: async () => (await browser.get('/me/', 'application/json')).status,
        application: async () => (await withBearer(app, pair.access_token as string).get('/me/')).status,
      } as Readonly<Record<string, () => Promise<number>>>,
    };
  };

  it('lists all credentials of a user, newest first and without secrets', async () => {
    const { client, secrets } = await makeAll();
    const { body, text } = await root().get(path()).expect(200);
    expect(body.count).toBe(4);
    expect(body.results).toEqual([
      expect.objectContaining({ kind: 'application', uid: client, name: 'Dashboard', scopes: ['read'] }),
      expect.objectContaining({ kind: 'session', uid: expect.stringMatching(/^session-\d+$/), name: '' }),
      expect.objectContaining({ kind: 'token', name: 'nightly', scopes: ['read'], date_expires: null }),
      expect.objectContaining({ kind: 'default-token', uid: 'default' }),
    ]);
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it('is paginated, and empty past the end', async () => {
    await makeAll();
    const first = await root().get(path('?limit=3')).expect(200);
    expect([first.body.count, first.body.results.length]).toEqual([4, 3]);
    const rest = await root().get(
      new URL(first.body.next as string).pathname + new URL(first.body.next as string).search,
    );
    expect([rest.body.count, rest.body.results.length, rest.body.next]).toEqual([4, 1, null]);
    const beyond = await root().get(path('?limit=3&start=9')).expect(200);
    expect([beyond.body.count, beyond.body.results]).toEqual([4, []]);
  });

  it('revokes each of them at once and no other', async () => {
    const { ask: requests } = await makeAll();
    const live = new Set(Object.keys(requests));
    for (const { kind, url } of await list()) {
      await root().delete(new URL(url).pathname).expect(204);
      await root().delete(new URL(url).pathname).expect(404);
      live.delete(kind);
      for (const [each, send] of Object.entries(requests)) {
        expect([kind, each, await send()]).toEqual([kind, each, live.has(each) ? 200 : 401]);
      }
    }
    expect(await list()).toEqual([]);
  });

  it('revokes all at once, but not the password', async () => {
    const { ask: requests } = await makeAll();
    await root().delete(path()).expect(204);
    for (const send of Object.values(requests)) expect(await send()).toBe(401);
    expect(await list()).toEqual([]);
    await app.with(basic(username)).get('/me/').expect(200);
  });

  it('requires a superuser, without a scoped token', async () => {
    const { body } = await root().post('/api/v2/tokens/').send({ name: 'lent' }).expect(201);
    const scoped = app.with(`Token ${body.token}`);
    for (const below of ['', 'default/'] as const) {
      const verbs = below === '' ? (['get', 'delete'] as const) : (['delete'] as const);
      for (const verb of verbs) {
        await app.as(ANONYMOUS)[verb](path(below)).expect(401);
        for (const caller of [app.as(username), app.as('owner'), scoped])
          await caller[verb](path(below)).expect(403);
      }
    }
    await app.as(username).get('/me/').expect(200);
  });

  it.each(['session-0', 'session-999999', 'session-1e3', 'tokNone', 'cNone', 'nothing'])(
    'returns 404 for the uid %s',
    async (uid) => {
      await root()
        .delete(path(`${uid}/`))
        .expect(404);
    },
  );

  it('returns 404 for AnonymousUser and credentials of other users', async () => {
    await makeAll();
    const [session] = (await list()).filter(({ kind }) => kind === 'session');
    await root().delete(`/api/v2/users/owner/credentials/${session!.uid}/`).expect(404);
    await root().get('/api/v2/users/nobody-at-all/credentials/').expect(404);
    await root().delete('/api/v2/users/nobody-at-all/credentials/').expect(404);
    expect(await list()).toHaveLength(4);
  });
});
