import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { Browser } from '../../support/browser';
import { grantConsent, exchangeCode, refresh, registerClient, withBearer } from '../../support/oauth-client';

const NEXT = 'another sentence to remember';

describe('the credentials of an account', () => {
  let app: TestApp;
  let count = 0;
  let user: string;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    await app.addUser('root-user', { superuser: true });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    user = `user-${(count += 1)}`;
    await app.addUser(user);
  });

  const admin = (change: object) =>
    app.as('root-user').patch(`/api/v2/users/${user}/`).send(change).expect(200);
  const confirmation = async (): Promise<string> =>
    (await app.as(user).get('/me/').expect(200)).body.extra_details__uid as string;

  const REVOCATIONS: readonly [string, () => Promise<unknown>][] = [
    [
      'a new password by its owner',
      () =>
        app
          .with(basic(user))
          .patch('/me/')
          .send({ current_password: PASSWORD, new_password: NEXT })
          .expect(200)
          .then(),
    ],
    ['a new password by a superuser', () => admin({ password: NEXT }).then()],
    ['a deactivation', () => admin({ is_active: false }).then()],
    [
      'closing the account',
      async () =>
        app
          .as(user)
          .delete('/me/')
          .send({ confirm: await confirmation() })
          .expect(204),
    ],
  ];

  it.each(REVOCATIONS)('are revoked with %s, and reactivation restores none', async (_label, end) => {
    const { body: token } = await app.as(user).post('/api/v2/tokens/').send({ name: 'T' }).expect(201);
    const browser = new Browser(app);
    await browser.signIn(user, PASSWORD);
    const client = await registerClient(app);
    const { body: pair } = await exchangeCode(
      app,
      client,
      (await grantConsent(browser, client)).get('code')!,
    ).expect(200);
    const unredeemed = (await grantConsent(browser, client)).get('code')!;
    const callers = [
      app.as(user),
      app.with(`Token ${token.token}`),
      withBearer(app, pair.access_token as string),
    ];
    for (const caller of callers) await caller.get('/me/').expect(200);
    await browser.get('/me/', 'application/json').expect(200);

    await end();
    await admin({ is_active: true });

    for (const caller of callers) await caller.get('/me/').expect(401);
    await browser.get('/me/', 'application/json').expect(401);
    await refresh(app, client, pair.refresh_token as string).expect(400);
    await exchangeCode(app, client, unredeemed).expect(400);
    expect(
      await app.rows(
        `SELECT 1 FROM known_address k JOIN app_user u ON u.id = k.user_id WHERE u.username = $1`,
        [user],
      ),
    ).toEqual([]);
  });

  it('are revoked by a password change in the browser, except its own session', async () => {
    const [here, elsewhere] = [new Browser(app), new Browser(app)];
    for (const browser of [here, elsewhere]) await browser.signIn(user, PASSWORD);
    const response = await here.submit('/accounts/password/change/', {
      current_password: PASSWORD,
      new_password: NEXT,
      repeated_password: NEXT,
    });
    expect(response.text).toContain('Your password was changed');
    await here.get('/me/', 'application/json').expect(200);
    await elsewhere.get('/me/', 'application/json').expect(401);
    await app.as(user).get('/me/').expect(401);
  });

  it('survive other changes of the account', async () => {
    await admin({ email: 'new@example.org', is_superuser: true });
    await app
      .as(user)
      .patch('/me/')
      .send({ extra_details: { city: 'Nyeri' } })
      .expect(200);
    await app.as(user).get('/me/').expect(200);
  });

  it('are revoked in the same transaction as the change', async () => {
    const refuse = `CREATE FUNCTION refuse_end() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
      CREATE TRIGGER refuse_end BEFORE DELETE ON api_token FOR EACH ROW EXECUTE FUNCTION refuse_end()`;
    await app.rows(refuse);
    try {
      await app.as('root-user').patch(`/api/v2/users/${user}/`).send({ password: NEXT }).expect(500);
    } finally {
      await app.rows('DROP FUNCTION refuse_end CASCADE');
    }
    await app.as(user).get('/me/').expect(200);
    await app.with(basic(user)).get('/me/').expect(200);
    await app.with(basic(user, NEXT)).get('/me/').expect(401);
  });
});
