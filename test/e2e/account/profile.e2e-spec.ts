import { makeAsset } from '../../factories/asset.factory';
import { ANONYMOUS, PASSWORD, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';

const NEW = 'another: long password';

describe('/me/', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    for (const username of ['ann', 'bob', 'carl', 'dora', 'eve', 'owner', 'finn'])
      await app.addUser(username);
    await app.addUser('root-user', { superuser: true });
  });
  afterAll(() => app.stop());

  const scopedToken = async (username: string, scopes: string[]): Promise<string> => {
    const { body } = await app
      .as(username)
      .post('/api/v2/tokens/')
      .send({ name: 'script', scopes })
      .expect(201);
    return `Token ${body.token}`;
  };
  const uidOf = async (username: string): Promise<string> =>
    (await app.as(username).get('/me/').expect(200)).body.extra_details__uid as string;

  it('returns every text field of the specification, empty by default', async () => {
    const { body } = await app.as('finn').get('/me/').expect(200);
    expect(body.extra_details).toEqual({
      name: '',
      organization: '',
      city: '',
      country: '',
      website: '',
      twitter: '',
      require_auth: true,
    });
  });

  it('returns the single email address and no social accounts', async () => {
    const { body } = await app.as('finn').get('/me/emails/').expect(200);
    const results = [{ primary: true, email: 'finn@example.org', verified: true }];
    expect(body).toEqual({ count: 1, next: null, previous: null, results });
    await app.addUser('mailless');
    await app.rows("UPDATE app_user SET email = '' WHERE username = 'mailless'");
    for (const path of ['/me/emails/', '/me/social-accounts/']) {
      const { body: none } = await app.as('mailless').get(path).expect(200);
      expect(none).toEqual({ count: 0, next: null, previous: null, results: [] });
      await app.as(ANONYMOUS).get(path).expect(401);
    }
  });

  it('updates first and last name and leaves absent fields unchanged', async () => {
    const patch = (body: object) => app.as('ann').patch('/me/').send(body);
    const { body: named } = await patch({ first_name: ' Ann ', last_name: 'Smith' }).expect(200);
    expect(named).toMatchObject({ first_name: 'Ann', last_name: 'Smith' });
    const { body: other } = await patch({ last_name: '' }).expect(200);
    expect(other).toMatchObject({ first_name: 'Ann', last_name: '' });
    await patch({ first_name: null }).expect(400);
    await patch({ first_name: 'x'.repeat(151) }).expect(400);
  });

  it('returns 400 for details that are a list, even an empty one', async () => {
    const { body } = await app.as('ann').patch('/me/').send({ extra_details: [] }).expect(400);
    expect(body).toEqual({ extra_details: ['Unable to parse JSON'] });
  });

  it('merges details key by key, as an object, as JSON text and in a form', async () => {
    const ann = app.as('ann');
    await ann
      .patch('/me/')
      .send({ extra_details: { city: 'Lyon', country: 'France', newsletter: true } })
      .expect(200);
    await ann
      .patch('/me/')
      .send({ extra_details: '{"website": "https://example.org", "require_auth": false}' })
      .expect(200);
    const { body, headers } = await ann
      .patch('/me/')
      .type('form')
      .send({ extra_details: '{"country": null, "twitter": "@ann"}' })
      .expect(200);
    expect(headers['content-type']).toBe('application/json');
    expect(body.extra_details).toEqual({
      name: '',
      organization: '',
      city: 'Lyon',
      country: '',
      website: 'https://example.org',
      twitter: '@ann',
      newsletter: true,
      require_auth: true,
    });
    expect((await ann.get('/me/').expect(200)).body.extra_details).toEqual(body.extra_details);
  });

  it('stores concurrent changes of different keys', async () => {
    const keys = Array.from({ length: 12 }, (_, key) => `key${key}`);
    await Promise.all(
      keys.map((key) =>
        app
          .as('finn')
          .patch('/me/')
          .send({ extra_details: { [key]: key } })
          .expect(200),
      ),
    );
    const { body } = await app.as('finn').get('/me/').expect(200);
    for (const key of keys) expect(body.extra_details[key]).toBe(key);
  });

  it('ignores read-only fields', async () => {
    const before = (await app.as('bob').get('/me/').expect(200)).body;
    const { body } = await app
      .as('bob')
      .patch('/me/')
      .send({
        username: 'bobby',
        email: 'other@example.org',
        is_superuser: true,
        extra_details__uid: 'u1',
        date_joined: '2000-01-01T00:00:00Z',
      })
      .expect(200);
    expect({ ...body, server_time: '' }).toEqual({ ...before, server_time: '' });
    const { body: unchanged } = await app.as('bob').patch('/me/').expect(200);
    expect(unchanged.username).toBe('bob');
  });

  it.each([
    [{ extra_details: 'nonsense' }, { extra_details: ['Unable to parse JSON'] }],
    [{ extra_details: { city: 7 } }, { extra_details: { city: ['Not a valid string.'] } }],
    [{ extra_details: { name: '' } }, { extra_details: { name: ['This field may not be blank.'] } }],
    [{ extra_details: { bio: 'a\u0000b' } }, { extra_details: { bio: [expect.stringContaining('NUL')] } }],
    [{ current_password: PASSWORD }, { new_password: [expect.stringContaining('together')] }],
    [{ new_password: NEW }, { current_password: [expect.stringContaining('together')] }],
    [{ current_password: 'wrong', new_password: NEW }, { current_password: ['Incorrect current password.'] }],
    [{ current_password: PASSWORD, new_password: 'short' }, { new_password: [expect.stringContaining('8')] }],
    [{ current_password: null, new_password: NEW }, { current_password: ['This field may not be null.'] }],
  ])('returns 400 by field for %j and changes nothing', async (change, errors) => {
    const { body } = await app.as('bob').patch('/me/').send(change).expect(400);
    expect(body).toEqual(errors);
    await app.with(basic('bob')).get('/me/').expect(200);
  });

  it('changes nothing when one field is invalid', async () => {
    await app
      .as('bob')
      .patch('/me/')
      .send({ extra_details: { city: 'Nowhere' }, current_password: 'wrong', new_password: NEW })
      .expect(400);
    const { body } = await app.as('bob').get('/me/').expect(200);
    expect(body.extra_details.city).toBe('');
  });

  it('changes the password: the old one and its tokens stop working at once', async () => {
    const old = app.with(basic('carl'));
    await old.get('/me/').expect(200);
    const { text } = await old
      .patch('/me/')
      .send({ current_password: PASSWORD, new_password: NEW })
      .expect(200);
    expect(text).not.toContain(NEW);
    await old.get('/me/').expect(401);
    await app.with(basic('carl', NEW)).get('/me/').expect(200);
    await app.as('carl').get('/me/').expect(401);
  });

  it('lets a scoped token change details but neither the password nor close the account (403)', async () => {
    const script = app.with(await scopedToken('dora', ['read', 'write']));
    await script
      .patch('/me/')
      .send({ extra_details: { city: 'Oslo' } })
      .expect(200);
    await script.patch('/me/').send({ current_password: PASSWORD, new_password: NEW }).expect(403);
    await script
      .delete('/me/')
      .send({ confirm: await uidOf('dora') })
      .expect(403);
    await app.with(basic('dora')).get('/me/').expect(200);
  });

  it('returns 401 to an anonymous caller and 405 to PUT', async () => {
    await app.as(ANONYMOUS).patch('/me/').send({}).expect(401);
    await app.as(ANONYMOUS).delete('/me/').send({ confirm: 'x' }).expect(401);
    const { headers } = await app.as('bob').put('/me/').send({}).expect(405);
    expect(headers['allow']).toBe('DELETE, GET, HEAD, OPTIONS, PATCH');
  });

  it.each([[{}], [{ confirm: '' }], [{ confirm: 'u123' }], [{ confirm: null }], [{ confirm: { $ne: 1 } }]])(
    'keeps the account open when the confirmation is %j',
    async (body) => {
      const response = await app.as('eve').delete('/me/').send(body).expect(400);
      expect(response.body).toEqual({ detail: 'Invalid confirmation' });
      await app.as('eve').get('/me/').expect(200);
    },
  );

  it('keeps the account open while it owns projects', async () => {
    await makeAsset(app);
    const response = await app
      .as('owner')
      .delete('/me/')
      .send({ confirm: await uidOf('owner') })
      .expect(400);
    expect(response.body).toEqual({ detail: 'You still own projects. Delete or transfer them first.' });
  });

  it('keeps the account open while it is the last superuser', async () => {
    const response = await app
      .as('root-user')
      .delete('/me/')
      .send({ confirm: await uidOf('root-user') })
      .expect(400);
    expect(response.body.detail).toMatch(/last active superuser/);
  });

  it('closes the account when confirmed with its uid and rejects its credentials', async () => {
    const script = app.with(await scopedToken('eve', ['read']));
    await script.get('/me/').expect(200);
    await app.with(basic('eve')).get('/me/').expect(200);
    const { text } = await app
      .as('eve')
      .delete('/me/')
      .send({ confirm: await uidOf('eve') })
      .expect(204);
    expect(text).toBe('');
    for (const [caller, detail] of [
      [app.as('eve'), 'Invalid token.'],
      [app.with(basic('eve')), 'User inactive or deleted.'],
      [script, 'Invalid token.'],
    ] as const) {
      expect((await caller.get('/me/').expect(401)).body).toEqual({ detail });
    }
    await app.as('ann').get('/api/v2/users/eve/').expect(404);
  });
});
