import { TokenUseService } from '../../../src/modules/account/credential/api-token.service';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { FakeClock } from '../../support/clock';

const TOKENS = '/api/v2/tokens/';

interface CreatedToken {
  readonly url: string;
  readonly uid: string;
  readonly token: string;
}

describe(TOKENS, () => {
  let app: TestApp;
  let clock: FakeClock;

  beforeAll(async () => {
    app = await startApp();
    clock = new FakeClock(app, '2026-03-01T08:00:00.000Z');
    for (const username of ['ann', 'bob', 'keeper', 'lister']) await app.addUser(username);
    await app.addUser('root-user', { superuser: true });
  });
  afterAll(() => app.stop());

  const make = async (fields: object = {}, caller = 'ann'): Promise<CreatedToken> => {
    const { body } = await app
      .as(caller)
      .post(TOKENS)
      .send({ name: 'script', ...fields })
      .expect(201);
    return body as CreatedToken;
  };
  const bearing = ({ token }: CreatedToken) => app.with(`Token ${token}`);

  it('creates a token and shows its key in this response only', async () => {
    const { body, headers } = await app
      .as('ann')
      .post(TOKENS)
      .send({ name: ' nightly export ', scopes: ['read'], date_expires: '2026-12-31T23:59:59Z' })
      .expect(201);
    expect(body).toEqual({
      url: `${app.origin}${TOKENS}${body.uid}/`,
      uid: expect.stringMatching(/^tok[A-Za-z0-9]{21}$/),
      name: 'nightly export',
      scopes: ['read'],
      date_created: '2026-03-01T08:00:00.000000Z',
      date_expires: '2026-12-31T23:59:59.000000Z',
      date_last_used: null,
      token: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    expect(headers['location']).toBe(body.url);
    expect(headers['cache-control']).toBe('no-store');
    const { token, ...shown } = body;
    expect((await app.as('ann').get(`${TOKENS}${body.uid}/`).expect(200)).body).toEqual(shown);
    const rows = await app.rows('SELECT t::text AS row FROM api_token t');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('reads and writes and never expires by default', async () => {
    const made = await make();
    expect(made).toMatchObject({ scopes: ['read', 'write'], date_expires: null });
    expect((await bearing(made).get('/me/').expect(200)).body.username).toBe('ann');
  });

  it('accepts a form', async () => {
    const { body } = await app
      .as('ann')
      .post(TOKENS)
      .type('form')
      .send({ name: 'form', scopes: 'read write', date_expires: '' })
      .expect(201);
    expect(body).toMatchObject({ name: 'form', scopes: ['read', 'write'], date_expires: null });
  });

  it.each([
    [{}, { name: ['This field is required.'] }],
    [{ name: '  ' }, { name: ['This field may not be blank.'] }],
    [{ name: 'x'.repeat(101) }, { name: ['Ensure this field has no more than 100 characters.'] }],
    [{ name: 'x', scopes: ['admin'] }, { scopes: ['"admin" is not a valid choice.'] }],
    [{ name: 'x', scopes: [] }, { scopes: [expect.any(String)] }],
    [{ name: 'x', date_expires: 'soon' }, { date_expires: [expect.stringMatching(/wrong format/)] }],
    [{ name: 'x', date_expires: '2026-03-01T08:00:00Z' }, { date_expires: ['Choose a date in the future.'] }],
  ])('returns 400 with a message for %j', async (fields, errors) => {
    const { body } = await app.as('bob').post(TOKENS).send(fields).expect(400);
    expect(body).toEqual(errors);
  });

  it('lists the caller’s own tokens, newest first, without keys', async () => {
    const made = [await make({ name: 'one' }, 'lister'), await make({ name: 'two' }, 'lister')];
    const { body } = await app.as('lister').get(TOKENS).expect(200);
    expect(body).toMatchObject({ count: 2, next: null, previous: null });
    expect(body.results.map(({ uid }: CreatedToken) => uid)).toEqual([made[1]!.uid, made[0]!.uid]);
    for (const { token } of made) expect(JSON.stringify(body)).not.toContain(token);
    expect(JSON.stringify(body)).not.toContain(app.tokenOf('lister'));
    const page = (await app.as('lister').get(`${TOKENS}?limit=1`).expect(200)).body;
    expect(page).toMatchObject({ count: 2, next: `${app.origin}${TOKENS}?limit=1&start=1` });
  });

  it('returns 404 for tokens of other users, also to superusers', async () => {
    const { uid } = await make();
    for (const caller of ['bob', 'root-user']) {
      for (const verb of ['get', 'delete'] as const) {
        const { body } = await app.as(caller)[verb](`${TOKENS}${uid}/`).expect(404);
        expect(body).toEqual({ detail: 'Not found.' });
      }
    }
    await app.as('ann').get(`${TOKENS}${uid}/`).expect(200);
  });

  it('returns 401 to an anonymous caller', async () => {
    for (const path of [TOKENS, `${TOKENS}tok222222222222222222222/`]) {
      await app.as(ANONYMOUS).get(path).expect(401);
      await app.as(ANONYMOUS).delete(path).expect(401);
    }
    await app.as(ANONYMOUS).post(TOKENS).send({ name: 'x' }).expect(401);
  });

  it('accepts Basic and the default token but no token created here (403)', async () => {
    const made = await make();
    await app.with(basic('ann')).get(TOKENS).expect(200);
    await app.as('ann').get(TOKENS).expect(200);
    const script = bearing(made);
    for (const response of [
      await script.get(TOKENS),
      await script.post(TOKENS).send({ name: 'child' }),
      await script.get(`${TOKENS}${made.uid}/`),
      await script.delete(`${TOKENS}${made.uid}/`),
      await script.get('/token/'),
      await script.post('/token/'),
      await script.delete('/token/'),
      await script.delete('/me/').send({ confirm: 'x' }),
    ]) {
      expect({ status: response.status, body: response.body }).toEqual({
        status: 403,
        body: { detail: 'You do not have permission to perform this action.' },
      });
    }
  });

  it('applies the scopes on every route: read for safe methods, write for others', async () => {
    const reader = bearing(await make({ scopes: ['read'] }));
    const writer = bearing(await make({ scopes: ['write'] }));
    const details = { extra_details: { city: 'Lima' } };
    const statuses = [
      await reader.get('/me/'),
      await reader.head('/me/'),
      await reader.options('/me/'),
      await reader.get('/api/v2/assets/'),
      await reader.patch('/me/').send(details),
      await reader.post('/api/v2/assets/').send({ name: 'x', asset_type: 'block' }),
      await writer.get('/me/'),
      await writer.get('/api/v2/permissions/'),
      await writer.patch('/me/').send(details),
      await writer.post('/api/v2/assets/').send({ name: 'x', asset_type: 'block' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200, 403, 403, 403, 403, 200, 201]);
  });

  it('revokes a token at once and leaves the others', async () => {
    const [revoked, remaining] = [await make(), await make()];
    await bearing(revoked).get('/me/').expect(200);
    await app.as('ann').delete(`${TOKENS}${revoked.uid}/`).expect(204);
    expect((await bearing(revoked).get('/me/').expect(401)).body).toEqual({ detail: 'Invalid token.' });
    await bearing(remaining).get('/me/').expect(200);
    await app.as('ann').get('/me/').expect(200);
    await app.as('ann').delete(`${TOKENS}${revoked.uid}/`).expect(404);
  });

  it('is independent of the default token', async () => {
    const remaining = await make({}, 'keeper');
    await app.with(basic('keeper')).delete('/token/').expect(204);
    await bearing(remaining).get('/me/').expect(200);
  });

  it('expires to the millisecond, cached or not', async () => {
    const end = new Date(clock.now().getTime() + 1_000).toISOString();
    const [remembered, fresh] = [await make({ date_expires: end }), await make({ date_expires: end })];
    clock.advance(999);
    await bearing(remembered).get('/me/').expect(200);
    clock.advance(1);
    expect((await bearing(remembered).get('/me/').expect(401)).body).toEqual({ detail: 'Invalid token.' });
    await bearing(fresh).get('/me/').expect(401);
    clock.advance(-1);
    await bearing(remembered).get('/me/').expect(200);
  });

  it('records the last use to the minute, in the background', async () => {
    const uses = app.nest.get(TokenUseService);
    const made = await make();
    const lastUse = async (): Promise<string | null> => {
      await uses.flush();
      const { body } = await app.as('ann').get(`${TOKENS}${made.uid}/`).expect(200);
      return body.date_last_used as string | null;
    };
    expect(await lastUse()).toBeNull();
    const first = clock.now();
    await bearing(made).get('/me/').expect(200);
    expect(await lastUse()).toBe(first.toISOString().replace('Z', '000Z'));
    clock.advance(59_999);
    await bearing(made).get('/me/').expect(200);
    expect(await lastUse()).toBe(first.toISOString().replace('Z', '000Z'));
    clock.advance(1);
    const second = clock.now();
    await bearing(made).get('/me/').expect(200);
    expect(await lastUse()).toBe(second.toISOString().replace('Z', '000Z'));
  });

  it('returns 400 at the maximum number of tokens', async () => {
    await app.addUser('hoarder');
    for (let made = 0; made < 100; made += 1) await make({}, 'hoarder');
    const { body } = await app.as('hoarder').post(TOKENS).send({ name: 'x' }).expect(400);
    expect(body.detail).toMatch(/Revoke one first/);
  });

  it('returns 405 for other verbs, with the allowed ones', async () => {
    const { headers } = await app.as('ann').put(TOKENS).expect(405);
    expect(headers['allow']).toBe('GET, HEAD, OPTIONS, POST');
  });
});
