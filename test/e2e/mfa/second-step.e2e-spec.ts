import { DEFAULT_NEXT_PATH } from '../../../src/web/account/sign-in.page';
import { Authenticator } from '../../support/authenticator';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { Browser, formsOf } from '../../support/browser';
import { FakeClock } from '../../support/clock';
import { type Enrolled, enrol, recoveryCodesOn } from '../../support/enrol';
import { authorizePath, grantConsent, registerClient } from '../../support/oauth-client';
import { waitForNotifications } from '../../support/wait-for-notifications';

const MINUTE = 60_000;
const WRONG = 'Wrong or used code.';

let app: TestApp;
let clock: FakeClock;
let log: string[];

beforeAll(async () => {
  log = [];
  app = await startApp({
    environment: { TRUST_PROXY: 'loopback', MAX_FAILED_SIGN_INS: '8', LOG_LEVEL: 'trace' },
    log: { write: (line) => log.push(line) },
  });
  clock = new FakeClock(app, '2026-11-24T08:00:00.000Z');
  await app.addUser('root', { superuser: true });
  for (const name of ['owner', 'ann', 'bob', 'carl', 'dora', 'eve', 'finn', 'gus']) await app.addUser(name);
});
afterAll(() => app.stop());
/** Each test begins in a new window of the limits. */
beforeEach(() => clock.advance(16 * MINUTE));

describe('wrong codes', () => {
  it('lock the second step, which a right password does not unlock', async () => {
    const { authenticator } = await enrolledUser('dora');
    const attempt = async (address: string, code: string) => {
      const browser = new Browser(app, { 'X-Forwarded-For': address });
      const { status } = await browser.signIn('dora', PASSWORD);
      expect(status).toBe(303);
      return enterCode(browser, code);
    };
    clock.advance(MINUTE);
    for (const host of [1, 2, 3, 4]) {
      expect((await attempt(`10.7.${host}.1`, authenticator.wrongCode())).status).toBe(400);
    }
    const locked = await attempt('10.7.5.1', authenticator.codeAt(0));
    expect(locked.status).toBe(429);
    expect(locked.headers['retry-after']).toBe('900');
    expect(locked.text).toContain('Too many wrong codes.');
    // From where she signed in before, she is not locked out.
    expect((await attempt('127.0.0.1', authenticator.codeAt(0))).status).toBe(303);
    clock.advance(15 * MINUTE);
    expect((await attempt('10.7.5.1', authenticator.codeAt(0))).status).toBe(303);
    const refusals = log.filter((line) => line.includes('"username":"dora"'));
    expect(refusals.filter((line) => line.includes('"reason":"too many failures"'))).toHaveLength(1);
  });
});

describe('OAuth2 consent', () => {
  it('is out of reach after the first step, and is reached through the second', async () => {
    const client = await registerClient(app);
    const { authenticator } = await enrolledUser('eve');
    clock.advance(MINUTE);
    const browser = new Browser(app);
    const redirect = await browser.get(authorizePath(client)).expect(302);
    const first = await browser.submit(
      redirect.headers['location']!,
      { username: 'eve', password: PASSWORD },
      '/accounts/login/',
    );
    expect(first.status).toBe(303);
    await browser.get(authorizePath(client)).expect(302);
    const step = await browser.get(first.headers['location']!).expect(200);
    expect(step.headers['content-security-policy']).not.toContain('form-action');
    const [form] = formsOf(step.text);
    const second = await browser.post(form!.action, { ...form!.hidden, code: authenticator.codeAt(0) });
    expect(second.headers['location']).toBe(authorizePath(client));
    expect((await grantConsent(browser, client)).get('code')).toMatch(/\w+/);
  });
});

describe('a required second factor', () => {
  it('is set up at the next sign-in, before there is a session', async () => {
    await app.as('root').patch('/api/v2/users/finn/mfa/').send({ is_required: true }).expect(200);
    await waitForNotifications(app);
    const browser = new Browser(app);
    const first = await browser.signIn('finn', PASSWORD);
    expect(first.status).toBe(200);
    expect(first.text).toContain('The operator of this service requires one');
    const authenticator = Authenticator.fromPage(app, first.text);
    await browser.get('/me/', 'application/json').expect(401);
    // The key is not shown to others who know the password.
    const page = await browser.get('/accounts/login/mfa/').expect(200);
    expect(page.text).not.toContain(authenticator.secret.slice(0, 4));
    const wrong = await enterCode(browser, authenticator.wrongCode());
    expect(wrong.status).toBe(400);
    const done = await enterCode(browser, authenticator.codeAt(0));
    expect(done.status).toBe(200);
    expect(recoveryCodesOn(done.text)).toHaveLength(10);
    expect(done.headers['cache-control']).toBe('no-store');
    await browser.get('/me/', 'application/json').expect(200);
    const { text } = await browser.get('/accounts/mfa/').expect(200);
    expect(text).toContain('cannot be switched off');
  });

  it('voids a key that was issued before', async () => {
    await app.as('root').patch('/api/v2/users/gus/mfa/').send({ is_required: true }).expect(200);
    await waitForNotifications(app);
    const [early, late] = [new Browser(app), new Browser(app)];
    const first = Authenticator.fromPage(app, (await early.signIn('gus', PASSWORD)).text);
    const second = Authenticator.fromPage(app, (await late.signIn('gus', PASSWORD)).text);
    expect((await enterCode(early, first.codeAt(0))).status).toBe(400);
    expect((await enterCode(late, second.codeAt(0))).status).toBe(200);
  });

  it('of superusers by the setting concerns them only', async () => {
    const strict = await startApp({ environment: { MFA_REQUIRED: 'superusers' } });
    try {
      await strict.addUser('root', { superuser: true });
      await strict.addUser('ann');
      const root = await new Browser(strict).signIn('root', PASSWORD);
      expect(root.text).toContain('Set up a second factor');
      await strict.with(basic('root')).get('/me/').expect(401);
      await strict.as('root').get('/me/').expect(200);
      expect((await new Browser(strict).signIn('ann', PASSWORD)).status).toBe(303);
      await strict.with(basic('ann')).get('/me/').expect(200);
    } finally {
      await strict.stop();
    }
  });
});

describe('the pages', () => {
  it('lead a stranger to sign in, and refuse a token', async () => {
    const response = await new Browser(app).get('/accounts/mfa/').expect(401);
    expect(response.text).toContain('/accounts/login/?next=');
    await app.as('owner').post('/accounts/mfa/activate/').expect(403);
  });

  it('replace recovery codes and switch off', async () => {
    const browser = new Browser(app);
    await browser.signIn('owner', PASSWORD);
    const { authenticator, codes } = await enrol(app, browser);
    clock.advance(MINUTE);
    const submit = (action: string, code: string) =>
      browser.submit('/accounts/mfa/', { code }, `/accounts/mfa/${action}/`);
    const wrong = await submit('codes', authenticator.wrongCode());
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain(WRONG);
    const fresh = recoveryCodesOn((await submit('codes', authenticator.codeAt(0))).text);
    expect(fresh).toHaveLength(10);
    expect(fresh.some((code) => codes.includes(code))).toBe(false);
    expect((await submit('deactivate', codes[0]!)).status).toBe(400);
    expect((await submit('deactivate', fresh[0]!)).status).toBe(303);
    expect((await browser.get('/accounts/mfa/')).text).toContain('protected by a password only');
    expect((await new Browser(app).signIn('owner', PASSWORD)).headers['location']).toBe(DEFAULT_NEXT_PATH);
  });
});

async function enrolledUser(username: string): Promise<Enrolled> {
  const browser = new Browser(app);
  await browser.signIn(username, PASSWORD);
  const enrolled = await enrol(app, browser);
  await waitForNotifications(app);
  return enrolled;
}

/** @param csrf without one it is read from the page of the second step */
async function enterCode(browser: Browser, code: string, csrf?: string) {
  if (csrf === undefined) return browser.submit('/accounts/login/mfa/', { code });
  const fields = { csrfmiddlewaretoken: csrf, next: '/token/', code };
  return browser.post('/accounts/login/mfa/', fields);
}
