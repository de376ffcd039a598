import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { Browser } from '../../support/browser';
import {
  grantConsent,
  CALLBACK,
  exchangeCode,
  refresh,
  registerClient,
  withBearer,
} from '../../support/oauth-client';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ environment: { ROLE: 'api' } });
  for (const name of ['owner', 'ann']) await app.addUser(name);
});
afterAll(() => app.stop());

const LIST = '/api/v2/applications/';
const pathOf = (clientId: string): string => `${LIST}${clientId}/`;

describe('registering an application', () => {
  it('accepts the metadata of the specification and shows the secret once', async () => {
    const { body, headers } = await app
      .as('owner')
      .post(LIST)
      .send({
        name: 'Dashboard',
        client_type: 'confidential',
        authorization_grant_type: 'authorization code',
        redirect_uri: CALLBACK,
      })
      .expect(201);
    expect(headers['cache-control']).toBe('no-store');
    const { client_secret: secret, ...rest } = body;
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    await app.as('owner').get(pathOf(body.client_id)).expect(200, rest);
    const rows = await app.rows<{ row: string }>('SELECT a::text AS row FROM oauth_application a');
    expect(rows.map(({ row }) => row).join()).not.toContain(secret);
  });

  it('gives a public application no secret', async () => {
    const { body } = await app
      .as('owner')
      .post(LIST)
      .send({ name: 'Phone', client_type: 'public', redirect_uris: ['org.example.phone:/back', CALLBACK] })
      .expect(201);
    expect(body).not.toHaveProperty('client_secret');
    expect(body.redirect_uris).toEqual(['org.example.phone:/back', CALLBACK]);
    expect(body.redirect_uri).toBe(`org.example.phone:/back ${CALLBACK}`);
  });

  it('accepts a form with several addresses in one field', async () => {
    const { body } = await app
      .with(basic('owner'))
      .post('/api/v2/applications')
      .type('form')
      .send({ name: 'Form', redirect_uri: `${CALLBACK} https://other.example/` })
      .expect(201);
    expect(body.redirect_uris).toEqual([CALLBACK, 'https://other.example/']);
    expect(body.client_type).toBe('confidential');
  });

  it.each([
    ['no name', { redirect_uri: CALLBACK }, 'name', 'This field is required.'],
    ['a blank name', { name: ' ', redirect_uri: CALLBACK }, 'name', 'This field may not be blank.'],
    ['no address', { name: 'A' }, 'redirect_uri', 'Send a redirect URI'],
    [
      'an address with a fragment',
      { name: 'A', redirect_uri: 'https://a.example/#b' },
      'redirect_uri',
      'fragment',
    ],
    [
      'a javascript: address',
      { name: 'A', redirect_uri: 'javascript:alert(1)' },
      'redirect_uri',
      'must start with',
    ],
    ['addresses of another type', { name: 'A', redirect_uris: [1] }, 'redirect_uris', 'list of strings'],
    ['an unknown client type', { name: 'A', client_type: 'secret' }, 'client_type', 'not a valid choice'],
    [
      'another grant type',
      { name: 'A', redirect_uri: CALLBACK, authorization_grant_type: 'password' },
      'authorization_grant_type',
      'not a valid choice',
    ],
  ])('returns 400 for %s', async (_case, sent, field, message) => {
    const { body } = await app.as('owner').post(LIST).send(sent).expect(400);
    expect(body[field]).toEqual([expect.stringContaining(message)]);
  });
});

describe('an application', () => {
  it('is listed for its creator and hidden from other users (404)', async () => {
    const { client_id } = await registerClient(app, {}, 'ann');
    const { body } = await app.as('ann').get(LIST).expect(200);
    expect(body).toMatchObject({ count: 1, next: null, previous: null, results: [{ client_id }] });
    for (const verb of ['get', 'patch', 'delete'] as const) {
      await app.as('owner')[verb](pathOf(client_id)).expect(404, { detail: 'Not found.' });
    }
  });

  it('updates the fields that are sent and leaves the others', async () => {
    const { client_id } = await registerClient(app);
    const { body: named } = await app.as('owner').patch(pathOf(client_id)).send({ name: 'B' }).expect(200);
    expect(named).toMatchObject({ name: 'B', redirect_uris: [CALLBACK] });
    const moved = await app.as('owner').patch(pathOf(client_id)).send({ redirect_uri: 'https://b.example/' });
    expect(moved.body).toMatchObject({ name: 'B', redirect_uris: ['https://b.example/'] });
    await app.as('owner').patch(pathOf(client_id)).send({ redirect_uris: [] }).expect(400);
  });

  it('revokes all its tokens when it is deleted', async () => {
    const client = await registerClient(app);
    const browser = new Browser(app);
    await browser.signIn('ann', PASSWORD);
    const { body } = await exchangeCode(
      app,
      client,
      (await grantConsent(browser, client)).get('code')!,
    ).expect(200);
    await withBearer(app, body.access_token).get('/me/').expect(200);
    await app.as('owner').delete(pathOf(client.client_id)).expect(204);
    await withBearer(app, body.access_token).get('/me/').expect(401);
    const refused = await refresh(app, client, body.refresh_token).expect(401);
    expect(refused.body.error).toBe('invalid_client');
    await app.as('owner').get(pathOf(client.client_id)).expect(404);
  });
});

describe('the pages of applications', () => {
  it('create, update and delete an application', async () => {
    const browser = new Browser(app);
    await browser.signIn('owner', PASSWORD);
    const registered = await browser.submit('/o/applications/register/', {
      name: 'By hand',
      client_type: 'public',
      redirect_uri: `${CALLBACK}\r\nhttps://other.example/`,
    });
    expect(registered.status).toBe(201);
    const [, clientId] = /id="client">\s*(c\w{21})/.exec(registered.text)!;
    const path = `/o/applications/${clientId}/`;
    const changed = await browser.submit(path, { name: 'Renamed', redirect_uri: CALLBACK }, `${path}update/`);
    expect(changed.headers['location']).toBe(path);
    expect((await browser.get('/o/applications/')).text).toContain('Renamed');
    const wrong = await browser.submit(path, { name: '', redirect_uri: CALLBACK }, `${path}update/`);
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('This field may not be blank.');
    await browser.submit(path, {}, `${path}delete/`);
    await browser.get(path).expect(404);
  });

  it('ask an anonymous visitor to sign in (401)', async () => {
    const { text } = await new Browser(app).get('/o/applications/').expect(401);
    expect(text).toContain('href="/accounts/login/?next=%2Fo%2Fapplications%2F"');
  });
});
