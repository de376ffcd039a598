import { PASSWORD, startApp, type TestApp, ANONYMOUS } from '../../support/app';
import { basic } from '../../support/basic';
import { Browser } from '../../support/browser';
import { agree, redeem, registerClient, withBearer } from '../../support/oauth-client';

interface Held {
  readonly url: string;
  readonly uid: string;
  readonly kind: string;
  readonly name: string;
  readonly scopes: readonly string[];
}

describe('/api/v2/users/:username/credentials/', () => {
  let app: TestApp;
  let user = 0;
  let ann: string;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    await app.addUser('root-user', { superuser: true });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    ann = `ann-${(user += 1)}`;
    await app.addUser(ann);
  });

  const root = () => app.as('root-user');
  const path = (below = ''): string => `/api/v2/users/${ann}/credentials/${below}`;
  const list = async (): Promise<readonly Held[]> =>
    (await root().get(path()).expect(200)).body.results as Held[];

  /** One of each kind, and a question that it answers. */
  const makeAll = async () => {
    const { body: token } = await app
      .as(ann)
      .post('/api/v2/tokens/')
      .send({ name: 'nightly', scopes: ['read'] });
    const browser = new Browser(app);
    await browser.signIn(ann, PASSWORD);
    const client = await registerClient(app);
    const code = (await agree(browser, client, { scope: 'read' })).get('code')!;
    const { body: pair } = await redeem(app, client, code).expect(200);
    return {
      client: client.client_id,
      secrets: [app.tokenOf(ann), token.token, pair.access_token, pair.refresh_token] as string[],
      ask: {
        'default-token': async () => (await app.as(ann).get('/me/')).status,
        token: async () => (await app.with(`Token ${token.token}`).get('/me/')).status,
        session: async () => (await browser.get('/me/', 'application/json')).status,
        application: async () => (await withBearer(app, pair.access_token as string).get('/me/')).status,
      } as Readonly<Record<string, () => Promise<number>>>,
    };
  };

  it('lists all that a user can be entered with, newest first and without secrets', async () => {
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

  it('goes page by page, and past the end', async () => {
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

  it('ends each of them at once, and leaves the others', async () => {
    const { ask } = await makeAll();
    const live = new Set(Object.keys(ask));
    for (const { kind, url } of await list()) {
      await root().delete(new URL(url).pathname).expect(204);
      await root().delete(new URL(url).pathname).expect(404);
      live.delete(kind);
      for (const [each, question] of Object.entries(ask)) {
        expect([kind, each, await question()]).toEqual([kind, each, live.has(each) ? 200 : 401]);
      }
    }
    expect(await list()).toEqual([]);
  });

  it('ends all of them at once; the password goes on', async () => {
    const { ask } = await makeAll();
    await root().delete(path()).expect(204);
    for (const question of Object.values(ask)) expect(await question()).toBe(401);
    expect(await list()).toEqual([]);
    await app.with(basic(ann)).get('/me/').expect(200);
  });

  it('is for superusers in person alone', async () => {
    const { body } = await root().post('/api/v2/tokens/').send({ name: 'lent' }).expect(201);
    const lent = app.with(`Token ${body.token}`);
    for (const below of ['', 'default/'] as const) {
      const verbs = below === '' ? (['get', 'delete'] as const) : (['delete'] as const);
      for (const verb of verbs) {
        await app.as(ANONYMOUS)[verb](path(below)).expect(401);
        for (const caller of [app.as(ann), app.as('owner'), lent])
          await caller[verb](path(below)).expect(403);
      }
    }
    await app.as(ann).get('/me/').expect(200);
  });

  it.each(['session-0', 'session-999999', 'session-1e3', 'tokNone', 'cNone', 'nothing'])(
    'has none with the uid %s (404)',
    async (uid) => {
      await root()
        .delete(path(`${uid}/`))
        .expect(404);
    },
  );

  it('hides nobody’s and everybody else’s (404)', async () => {
    await makeAll();
    const [session] = (await list()).filter(({ kind }) => kind === 'session');
    await root().delete(`/api/v2/users/owner/credentials/${session!.uid}/`).expect(404);
    await root().get('/api/v2/users/nobody-at-all/credentials/').expect(404);
    await root().delete('/api/v2/users/nobody-at-all/credentials/').expect(404);
    expect(await list()).toHaveLength(4);
  });
});
