import { makeAsset } from '../../factories/asset.factory';
import { readAccessTable } from '../../support/access-table';
import { ANONYMOUS, PASSWORD, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';

const USERS = '/api/v2/users/';

const TABLE = readAccessTable(`
                     superuser user anonymous
  GET list           200       403  401
  POST list          201       403  401
  GET user           200       200  401
  GET unknown user   404       404  401
  PATCH user         200       403  401
  PATCH unknown user  404       403  401
  DELETE user        405       405  401
`);

describe(USERS, () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    for (const username of ['user', 'ann', 'bob_1', 'carl', 'dora', 'eve']) await app.addUser(username);
    await app.addUser('superuser', { superuser: true });
  });
  afterAll(() => app.stop());

  const root = () => app.as('superuser');
  let made = 0;
  const newUser = (fields: object = {}) => ({
    username: `made-${(made += 1)}`,
    password: PASSWORD,
    ...fields,
  });

  it.each(TABLE)('returns $status for $route to $caller', async ({ route, caller, status }) => {
    const client = app.as(caller === 'anonymous' ? ANONYMOUS : caller);
    const requests: Readonly<Record<string, () => ReturnType<typeof client.get>>> = {
      'GET list': () => client.get(USERS),
      'POST list': () => client.post(USERS).send(newUser()),
      'GET user': () => client.get(`${USERS}ann/`),
      'GET unknown user': () => client.get(`${USERS}nobody/`),
      'PATCH user': () => client.patch(`${USERS}ann/`).send({}),
      'PATCH unknown user': () => client.patch(`${USERS}nobody/`).send({}),
      'DELETE user': () => client.delete(`${USERS}ann/`),
    };
    const response = await requests[route]!();
    expect({ route, status: response.status }).toEqual({ route, status });
    expect(response.headers['content-type']).toBe('application/json');
  });

  it('shows every user the public profile', async () => {
    const { body } = await app.as('user').get(`${USERS}ANN/`).expect(200);
    expect(body).toEqual({
      url: `${app.origin}${USERS}ann/`,
      username: 'ann',
      date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      public_collection_subscribers_count: 0,
      public_collections_count: 0,
    });
    await app.as('user').get(`${USERS}AnonymousUser/`).expect(200);
    await app.as('user').get(`${USERS}ann.json`).expect(200);
  });

  it.each(['nobody', '%00', '%C4%B0nes', 'a%20b', '..%2Fann', "'"])(
    'returns 404 for the unknown name %s',
    async (name) => {
      const { body } = await app.as('user').get(`${USERS}${name}/`).expect(404);
      expect(body).toEqual({ detail: 'Not found.' });
    },
  );

  it('counts discoverable collections', async () => {
    for (const asset_type of ['collection', 'collection', 'survey']) {
      const { uid } = await makeAsset(app, { owner: 'dora', asset_type });
      await app
        .as('dora')
        .post(`/api/v2/assets/${uid}/permission-assignments/`)
        .send({ user: `${USERS}AnonymousUser/`, permission: '/api/v2/permissions/discover_asset/' })
        .expect(201);
    }
    await makeAsset(app, { owner: 'dora', asset_type: 'collection' });
    const { body } = await app.as('user').get(`${USERS}dora/`).expect(200);
    expect(body.public_collections_count).toBe(2);
    const { body: list } = await root().get(`${USERS}?q=dora`).expect(200);
    const { body: exact } = await root().get(`${USERS}?q=username:dora`).expect(200);
    expect(exact).toEqual(list);
    const { body: part } = await root().get(`${USERS}?q=username:dor`).expect(200);
    expect(part.count).toBe(0);
    const { body: within } = await root().get(`${USERS}?q=username__icontains:DOR`).expect(200);
    expect(within).toEqual(list);
    expect(list.results[0].asset_count).toBe(4);
  });

  it('lists all users to superusers, by name and in pages, without AnonymousUser', async () => {
    const { body } = await root().get(`${USERS}?limit=3`).expect(200);
    expect(body).toMatchObject({ next: `${app.origin}${USERS}?limit=3&start=3`, previous: null });
    expect(body.results.map(({ username }: { username: string }) => username)).toEqual([
      'ann',
      'bob_1',
      'carl',
    ]);
    expect(body.results[0]).toEqual({
      url: `${app.origin}${USERS}ann/`,
      id: expect.any(Number),
      username: 'ann',
      is_superuser: false,
      is_active: true,
      email: 'ann@example.org',
      date_joined: expect.any(String),
      last_login: null,
      asset_count: 0,
      metadata: expect.objectContaining({ organization: '', require_auth: true }),
    });
    const all = (await root().get(`${USERS}?limit=1000`).expect(200)).body;
    expect(all.results).toHaveLength(all.count as number);
    expect(JSON.stringify(all)).not.toMatch(/AnonymousUser|argon2|password/);
  });

  it.each([
    ['ob_', ['bob_1']],
    ['BOB_1@EXAMPLE', ['bob_1']],
    ['carl', ['carl']],
    ['%', []],
    ['o\\b', []],
    ['a_l', []],
  ])('finds the literal text %j in names and addresses', async (q, usernames) => {
    const { body } = await root().get(USERS).query({ q }).expect(200);
    expect(body.count).toBe(usernames.length);
    expect(body.results.map(({ username }: { username: string }) => username)).toEqual(usernames);
  });

  it('returns 400 for a search with characters that no text holds', async () => {
    const { body } = await root().get(`${USERS}?q=%00`).expect(400);
    expect(body).toEqual({ q: [expect.stringContaining('NUL')] });
  });

  it('creates users who can sign in', async () => {
    const { body, text } = await root()
      .post(USERS)
      .send({ username: 'newcomer', password: PASSWORD, email: 'new@example.org' })
      .expect(201);
    expect(body).toMatchObject({
      username: 'newcomer',
      is_superuser: false,
      is_active: true,
      asset_count: 0,
    });
    expect(text).not.toContain(PASSWORD);
    await app.with(basic('newcomer')).get('/me/').expect(200);
    const { body: boss } = await root()
      .post(USERS)
      .send(newUser({ is_superuser: true }))
      .expect(201);
    expect(boss.is_superuser).toBe(true);
  });

  it.each([
    [{}, { username: ['This field is required.'], password: ['This field is required.'] }],
    [newUserLike({ username: 'Ann B' }), { username: [expect.stringContaining('3 to 150')] }],
    [newUserLike({ username: 'ann' }), { username: [expect.stringContaining('taken')] }],
    [newUserLike({ username: 'anonymoususer' }), { username: [expect.stringContaining('taken')] }],
    [newUserLike({ username: 'assets' }), { username: [expect.stringContaining('is reserved')] }],
    [newUserLike({ password: 'short' }), { password: [expect.stringContaining('at least 8')] }],
    [newUserLike({ email: 'nowhere' }), { email: [expect.stringContaining('e-mail')] }],
    [newUserLike({ is_superuser: 'perhaps' }), { is_superuser: ['Must be a valid boolean.'] }],
  ])('creates no user from %j (400)', async (fields, errors) => {
    const { body } = await root().post(USERS).send(fields).expect(400);
    expect(body).toEqual(errors);
  });

  it('creates one user for concurrent requests with the same name', async () => {
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => root().post(USERS).send({ username: 'race', password: PASSWORD })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
  });

  it('updates the fields that are sent and leaves the others', async () => {
    const { body } = await root().patch(`${USERS}carl/`).send({ email: 'c@example.org' }).expect(200);
    expect(body).toMatchObject({
      username: 'carl',
      email: 'c@example.org',
      is_active: true,
      is_superuser: false,
    });
    const { body: boss } = await root()
      .patch(`${USERS}carl/`)
      .type('form')
      .send('is_superuser=true')
      .expect(200);
    expect(boss).toMatchObject({ email: 'c@example.org', is_superuser: true });
    await app.as('carl').get(USERS).expect(200);
    await root().patch(`${USERS}carl/`).send({ is_superuser: false }).expect(200);
    await app.as('carl').get(USERS).expect(403);
  });

  it('sets a new password and invalidates the old one', async () => {
    const old = app.with(basic('bob_1'));
    await old.get('/me/').expect(200);
    const { text } = await root().patch(`${USERS}bob_1/`).send({ password: 'given by root' }).expect(200);
    expect(text).not.toContain('given by root');
    await old.get('/me/').expect(401);
    await app.with(basic('bob_1', 'given by root')).get('/me/').expect(200);
  });

  it('revokes every credential of a deactivated user; reactivation restores the password only', async () => {
    const { body } = await app.as('eve').post('/api/v2/tokens/').send({ name: 'x' }).expect(201);
    const callers = [app.as('eve'), app.with(basic('eve')), app.with(`Token ${body.token}`)];
    for (const caller of callers) await caller.get('/me/').expect(200);
    await root().patch(`${USERS}eve/`).send({ is_active: false }).expect(200);
    const refused = await Promise.all(callers.map((caller) => caller.get('/me/').expect(401)));
    expect(refused.map((response) => (response.body as { detail: string }).detail)).toEqual([
      'Invalid token.',
      'User inactive or deleted.',
      'Invalid token.',
    ]);
    await app.as('user').get(`${USERS}eve/`).expect(404);
    await root().patch(`${USERS}eve/`).send({ is_active: true }).expect(200);
    const revived = await Promise.all(callers.map(async (caller) => (await caller.get('/me/')).status));
    expect(revived).toEqual([401, 200, 401]);
  });

  it.each([
    [{ email: 'nowhere' }, { email: [expect.any(String)] }],
    [{ password: 'short' }, { password: [expect.any(String)] }],
    [{ is_active: null }, { is_active: ['This field may not be null.'] }],
  ])('never sets %j (400)', async (change, errors) => {
    expect((await root().patch(`${USERS}ann/`).send(change).expect(400)).body).toEqual(errors);
  });

  it('never changes AnonymousUser', async () => {
    const { body } = await root().patch(`${USERS}AnonymousUser/`).send({ password: PASSWORD }).expect(400);
    expect(body.detail).toMatch(/^AnonymousUser represents/);
  });

  it('returns 403 to a scoped token, even of a superuser', async () => {
    const { body } = await root().post('/api/v2/tokens/').send({ name: 'x' }).expect(201);
    const script = app.with(`Token ${body.token}`);
    await script.get(USERS).expect(200);
    await script.post(USERS).send(newUser()).expect(403);
    await script.patch(`${USERS}ann/`).send({ is_superuser: true }).expect(403);
  });
});

describe('the last superuser', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    for (const username of ['one', 'two']) await app.addUser(username, { superuser: true });
  });
  afterAll(() => app.stop());

  it('can’t be removed, not even by two concurrent requests', async () => {
    const responses = await Promise.all([
      app.as('one').patch(`${USERS}one/`).send({ is_superuser: false }),
      app.as('two').patch(`${USERS}two/`).send({ is_active: false }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

function newUserLike(fields: object) {
  return { username: 'somebody', password: PASSWORD, ...fields };
}
