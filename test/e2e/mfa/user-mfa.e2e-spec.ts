import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { Browser } from '../../support/browser';
import { FakeClock } from '../../support/clock';
import { enrol } from '../../support/enrol';
import { waitForNotifications } from '../../support/wait-for-notifications';

const METHODS = '/api/v2/auth/mfa/user-methods/';

let app: TestApp;
let clock: FakeClock;

beforeAll(async () => {
  app = await startApp({ environment: { TRUST_PROXY: 'loopback', MAX_FAILED_SIGN_INS: '8' } });
  clock = new FakeClock(app, '2026-11-24T08:00:00.000Z');
  await app.addUser('root', { superuser: true });
  for (const name of ['ann', 'bob', 'carl', 'dora', 'eve', 'finn', 'gus', 'hal', 'ida', 'jon']) {
    await app.addUser(name);
  }
});
afterAll(() => app.stop());
/** Codes are accepted once: each test begins in a new time step. */
beforeEach(() => clock.advance(5 * 60_000));

describe('superusers', () => {
  const path = '/api/v2/users/finn/mfa/';

  it('are the only ones to see and change the second factor of others', async () => {
    for (const verb of ['get', 'patch', 'delete'] as const) {
      await app.as('anonymous')[verb](path).expect(401);
      await app.as('finn')[verb](path).expect(403);
      await app.as('bob')[verb](path).expect(403);
    }
    await app
      .as('root')
      .get(path)
      .expect(200, { is_active: false, is_required: false, recovery_codes_left: 0 });
    await app.as('root').get('/api/v2/users/nobody/mfa/').expect(404);
    await app.as('root').delete('/api/v2/users/AnonymousUser/mfa/').expect(404);
    const { body: token } = await app
      .as('root')
      .post('/api/v2/tokens/')
      .send({ name: 'all', scopes: ['read', 'write'] });
    await app.with(`Token ${token.token}`).delete(path).expect(403);
  });

  it('require it of an account, which ends its sessions and refuses its password', async () => {
    const browser = await signedIn('finn');
    const { body } = await app.as('root').patch(path).send({ is_required: true }).expect(200);
    expect(body).toEqual({ is_active: false, is_required: true, recovery_codes_left: 0 });
    await browser.get('/me/', 'application/json').expect(401);
    const refused = await app.with(basic('finn')).get('/me/').expect(401);
    expect(refused.body.detail).toMatch(
      /^Multi-factor authentication is required for this account\. Sign in/,
    );
    await app.as('finn').get('/me/').expect(200);
    await app.as('root').patch(path).send({ is_required: false }).expect(200);
    await app.with(basic('finn')).get('/me/').expect(200);
    await browser.get('/me/', 'application/json').expect(401);
  });

  it('reset it after a phone was lost', async () => {
    await enrol(app, await signedIn('gus'));
    await app.with(basic('gus')).get('/me/').expect(401);
    await app.as('root').delete('/api/v2/users/gus/mfa/').expect(204);
    await app.with(basic('gus')).get('/me/').expect(200);
    await app.as('gus').get(METHODS).expect(200, []);
    const { body } = await app.as('root').get('/api/v2/audit-logs/?q=metadata__mfa:reset').expect(200);
    expect(body.results[0]).toMatchObject({ username: 'root', metadata: { account: 'gus', mfa: 'reset' } });
  });

  it('cannot let a user switch off what is required', async () => {
    const browser = await signedIn('hal');
    const { authenticator } = await enrol(app, browser);
    await app.as('root').patch('/api/v2/users/hal/mfa/').send({ is_required: true }).expect(200);
    await browser.get('/me/', 'application/json').expect(200);
    clock.advance(60_000);
    const { body } = await write(browser, '/api/v2/auth/app/deactivate/', authenticator.codeAt(0)).expect(
      403,
    );
    expect(body.detail).toContain('required for this account');
  });
});

async function signedIn(username: string): Promise<Browser> {
  await waitForNotifications(app);
  const browser = new Browser(app);
  const { status } = await browser.signIn(username, PASSWORD);
  expect(status).toBe(303);
  return browser;
}

/** Sends JSON with the session, as a web application does. */
function write(browser: Browser, path: string, code?: string) {
  return browser
    .post(path)
    .set('Accept', 'application/json')
    .set('X-CSRFToken', browser.cookies.get('csrftoken')!)
    .type('json')
    .send(code === undefined ? {} : { code });
}
