import type { Response } from 'supertest';
import { Authenticator } from '../../support/authenticator';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { Browser } from '../../support/browser';
import { FakeClock } from '../../support/clock';
import { enrol } from '../../support/enrol';
import { waitForNotifications } from '../../support/wait-for-notifications';

const METHODS = '/api/v2/auth/mfa/user-methods/';
const BASIC_REFUSED = expect.stringMatching(
  /^Multi-factor authentication is enabled for this account\. Basic authentication cannot be used\. .*API token/,
);

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

describe('GET /api/v2/auth/mfa/user-methods/', () => {
  it('is empty without a method, and the own list for every credential', async () => {
    await app.as('ann').get(METHODS).expect(200, []);
    await app.with(basic('ann')).get(METHODS).expect(200, []);
  });

  it('is 401 for anonymous callers', async () => {
    await app.as('anonymous').get(METHODS).expect(401);
  });

  it('shows a method that waits for its first code, then the active one', async () => {
    const browser = await signedIn('ann');
    const { body } = await write(browser, '/api/v2/auth/app/activate/').expect(200);
    expect(body).toEqual({
      details: expect.stringMatching(/^otpauth:\/\/totp\/127\.0\.0\.1:ann\?secret=[A-Z2-7]{32}&issuer=/),
    });
    expect((await app.as('ann').get(METHODS)).body).toMatchObject([{ name: 'app', is_active: false }]);
    const authenticator = Authenticator.fromUri(app, body.details);
    await write(browser, '/api/v2/auth/app/activate/confirm/', authenticator.codeAt(0)).expect(200);
    expect((await app.as('ann').get(METHODS)).body).toEqual([
      {
        name: 'app',
        is_primary: true,
        is_active: true,
        date_created: '2026-11-24T08:15:00.000000Z',
        date_modified: '2026-11-24T08:15:00.000000Z',
        date_disabled: null,
      },
    ]);
    expect((await app.as('bob').get(METHODS)).body).toEqual([]);
  });
});

describe('enrolling', () => {
  it('takes effect only when a code of the latest key is confirmed', async () => {
    const browser = await signedIn('bob');
    const first = await activate(browser);
    const second = await activate(browser);
    const again = await write(browser, '/api/v2/auth/app/activate/confirm/', first.codeAt(0)).expect(400);
    expect(again.body).toEqual({ code: [expect.stringMatching(/^Wrong or used code/)] });
    await app.with(basic('bob')).get('/me/').expect(200);
    const { body } = await write(browser, '/api/v2/auth/app/activate/confirm/', second.codeAt(0)).expect(200);
    expect(body).toEqual({
      backup_codes: Array.from({ length: 10 }, () => expect.stringMatching(/^\w{5}-\w{5}$/)),
    });
    await write(browser, '/api/v2/auth/app/activate/').expect(400);
    await write(browser, '/api/v2/auth/app/activate/confirm/', second.codeAt(1)).expect(400);
  });

  it('without a pending key is 400, with an unknown method 404', async () => {
    const browser = await signedIn('carl');
    await write(browser, '/api/v2/auth/app/activate/confirm/', '123456').expect(400);
    await write(browser, '/api/v2/auth/app/activate/confirm/').expect(400);
    await write(browser, '/api/v2/auth/sms/activate/').expect(404);
    await write(browser, '/api/v2/auth/app/deactivate/', '123456').expect(404);
    await write(browser, '/api/v2/auth/app/codes/regenerate/', '123456').expect(404);
  });

  it.each(['activate/', 'activate/confirm/', 'deactivate/', 'codes/regenerate/'])(
    '%s is refused without a session: 401 to strangers, 403 to every token and without a CSRF token',
    async (path) => {
      const route = `/api/v2/auth/app/${path}`;
      const body = { code: '123456' };
      await app.as('anonymous').post(route).send(body).expect(401);
      await app.as('carl').post(route).send(body).expect(403);
      const { body: token } = await app
        .as('carl')
        .post('/api/v2/tokens/')
        .send({ name: 'all', scopes: ['read', 'write'] })
        .expect(201);
      await app.with(`Token ${token.token}`).post(route).send(body).expect(403);
      await (await signedIn('carl')).post(route, body).expect(403);
    },
  );

  it('signs other browsers out, and keeps this one and the tokens', async () => {
    const here = await signedIn('dora');
    const elsewhere = await signedIn('dora');
    await elsewhere.get('/me/', 'application/json').expect(200);
    await app.with(basic('dora')).get('/me/').expect(200);
    await enrol(app, here);
    await here.get('/me/', 'application/json').expect(200);
    await elsewhere.get('/me/', 'application/json').expect(401);
    await app.as('dora').get('/me/').expect(200);
    // The verified password was cached before.
    const { body } = await app.with(basic('dora')).get('/me/').expect(401);
    expect(body).toEqual({ detail: BASIC_REFUSED });
  });

  it('stores neither the key nor a recovery code as it is', async () => {
    const browser = await signedIn('jon');
    const { authenticator, codes } = await enrol(app, browser);
    const dump = JSON.stringify([
      await app.rows('SELECT m::text FROM mfa_method m'),
      await app.rows('SELECT c::text FROM recovery_code c'),
      await app.rows('SELECT a::text FROM audit_entry a'),
    ]);
    for (const secret of [authenticator.secret, ...codes, ...codes.map((code) => code.replace('-', ''))]) {
      expect(dump).not.toContain(secret);
      expect(dump).not.toContain(Buffer.from(secret).toString('hex'));
    }
    expect(dump).toContain('activated');
  });
});

describe('an account with a second factor', () => {
  let authenticator: Authenticator;
  let codes: string[];
  let browser: Browser;

  beforeAll(async () => {
    browser = await signedIn('eve');
    ({ authenticator, codes } = await enrol(app, browser));
  });

  it('gets 401 for Basic on the API and on OpenRosa, with a sentence, and 200 for its token', async () => {
    const { body } = await app.with(basic('eve')).get('/api/v2/assets/').expect(401);
    expect(body).toEqual({ detail: BASIC_REFUSED });
    const { text } = await app.with(basic('eve')).get('/formList').expect(401);
    expect(text).toContain('Basic authentication cannot be used.');
    await app.with(basic('eve')).head('/submission').expect(401);
    await app.as('eve').get('/formList').expect(200);
    await app.as('eve').get('/api/v2/assets/').expect(200);
    // A token as the password of an OData client.
    const odata = await app.with(basic('eve', app.tokenOf('eve'))).get('/api/v2/assets/aUnknown/odata/');
    expect(odata.status).toBe(404);
  });

  it('does not reveal its second factor to a wrong password', async () => {
    await app
      .with(basic('eve', 'wrong password'))
      .get('/me/')
      .expect(401, { detail: 'Invalid username/password.' });
  });

  it('replaces its recovery codes by a code, which voids the old ones', async () => {
    const wrong = await write(browser, '/api/v2/auth/app/codes/regenerate/', authenticator.wrongCode());
    expect(wrong.status).toBe(400);
    const { body } = await write(
      browser,
      '/api/v2/auth/app/codes/regenerate/',
      authenticator.codeAt(0),
    ).expect(200);
    expect(body.backup_codes).toHaveLength(10);
    await write(browser, '/api/v2/auth/app/codes/regenerate/', codes[0]).expect(400);
    codes = body.backup_codes;
  });

  it('is switched off by a code only, and then takes Basic again', async () => {
    await write(browser, '/api/v2/auth/app/deactivate/', '').expect(400);
    await write(browser, '/api/v2/auth/app/deactivate/', authenticator.wrongCode()).expect(400);
    await write(browser, '/api/v2/auth/app/deactivate/', authenticator.codeAt(0)).expect(200, {});
    expect((await app.as('eve').get(METHODS)).body).toMatchObject([
      { is_active: false, date_disabled: expect.any(String) },
    ]);
    await app.with(basic('eve')).get('/me/').expect(200);
    expect(
      await app.rows('SELECT FROM recovery_code c JOIN app_user u ON u.id = c.user_id AND username = $1', [
        'eve',
      ]),
    ).toEqual([]);
    // A new enrolment has a new key.
    expect((await activate(browser)).secret).not.toBe(authenticator.secret);
  });
});

describe('wrong codes', () => {
  it('are limited per account, at all routes together, regardless of the address', async () => {
    const browser = await signedIn('ida');
    const { authenticator } = await enrol(app, browser);
    // Addresses without a sign-in of hers.
    const send = (path: string, code: string, address: string) =>
      write(browser, `/api/v2/auth/app/${path}`, code).set('X-Forwarded-For', address);
    for (const address of ['10.9.0.1', '10.9.1.1', '10.9.2.1', '10.9.3.1']) {
      const path = address.endsWith('2.1') ? 'codes/regenerate/' : 'deactivate/';
      await send(path, authenticator.wrongCode(), address).expect(400);
    }
    clock.advance(60_000);
    const { headers, body } = await send('deactivate/', authenticator.codeAt(0), '10.9.4.1').expect(429);
    expect(headers['retry-after']).toBe('840');
    expect(body.detail).toMatch(/^Too many wrong codes\. Retry in 840 s\./);
    // Her own address is not locked.
    await send('codes/regenerate/', authenticator.codeAt(0), '127.0.0.1').expect(200);
  });

  it('sent at once are limited the same', async () => {
    const browser = await signedIn('carl');
    const { authenticator } = await enrol(app, browser);
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const code = authenticator.wrongCode();
        return (await write(browser, '/api/v2/auth/app/deactivate/', code)).status;
      }),
    );
    expect(statuses.filter((status) => status === 400)).toHaveLength(4);
    expect(statuses.filter((status) => status === 429)).toHaveLength(8);
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

async function activate(browser: Browser): Promise<Authenticator> {
  const { body }: Response = await write(browser, '/api/v2/auth/app/activate/').expect(200);
  return Authenticator.fromUri(app, body.details);
}
