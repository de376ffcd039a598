import { DEFAULT_NEXT_PATH } from '../../../src/web/account/sign-in.page';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';
import { FakeClock } from '../../support/clock';
import { type Enrolled, enrol } from '../../support/enrol';
import { startSecondApp } from '../../support/second-app';
import { waitForNotifications } from '../../support/wait-for-notifications';

const MINUTE = 60_000;
const WRONG = 'Wrong or used code.';

/** The next number in base 36, as in the token of a first step. */
const nextNumber = (digits: string): string => (parseInt(digits, 36) + 1).toString(36);

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

describe('signing in with a second factor', () => {
  let enrolled: Enrolled;

  beforeAll(async () => {
    enrolled = await enrolledUser('ann');
  });

  it('takes a password and then a code; the password alone opens nothing', async () => {
    const browser = new Browser(app);
    const first = await browser.signIn('ann', PASSWORD);
    expect(first.status).toBe(303);
    expect(first.headers['location']).toBe(
      `/accounts/login/mfa/?next=${encodeURIComponent(DEFAULT_NEXT_PATH)}`,
    );
    expect([...browser.cookies.keys()].sort()).toEqual(['csrftoken', 'mfachallenge']);
    await browser.get('/me/', 'application/json').expect(401);
    await browser.get('/token/').expect(302);
    const { rows } = await auditOf('ann', 'auth');
    const second = await enterCode(browser, enrolled.authenticator.codeAt(0));
    expect(second.status).toBe(303);
    expect(second.headers['location']).toBe(DEFAULT_NEXT_PATH);
    expect([...browser.cookies.keys()].sort()).toEqual(['csrftoken', 'sessionid']);
    await browser.get('/me/', 'application/json').expect(200);
    // Recorded as a sign-in by the second step only.
    expect((await auditOf('ann', 'auth')).rows).toBe(rows + 1);
  });

  it('sets the cookie of the first step for ten minutes, and not for scripts', async () => {
    const browser = new Browser(app);
    const { headers } = await browser.signIn('ann', PASSWORD);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^mfachallenge=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    clock.advance(10 * MINUTE);
    const { status, text } = await enterCode(
      browser,
      enrolled.authenticator.codeAt(0),
      await browser.csrfToken(),
    );
    expect(status).toBe(401);
    expect(text).toContain('The sign-in took too long. Enter your password again.');
    const page = await browser.get('/accounts/login/mfa/?next=/token/').expect(303);
    expect(page.headers['location']).toBe('/accounts/login/?next=%2Ftoken%2F');
  });

  it('accepts each code once, also when two browsers send it at once', async () => {
    const browsers = await Promise.all([1, 2].map(() => firstStep('ann')));
    const code = enrolled.authenticator.codeAt(0);
    const statuses = await Promise.all(browsers.map(async (each) => (await enterCode(each, code)).status));
    expect(statuses.sort()).toEqual([303, 400]);
    clock.advance(30_000);
    // Still in the window of valid codes.
    const replayed = await enterCode(await firstStep('ann'), code);
    expect(replayed.status).toBe(400);
    expect(replayed.text).toContain(WRONG);
    expect((await enterCode(await firstStep('ann'), enrolled.authenticator.codeAt(-1))).status).toBe(400);
    expect((await enterCode(await firstStep('ann'), enrolled.authenticator.codeAt(0))).status).toBe(303);
  });

  it.each([
    [-1, 303],
    [1, 303],
    [-2, 400],
    [2, 400],
  ])('tolerates a clock that is one step off: %d steps yield %d', async (steps, status) => {
    const response = await enterCode(await firstStep('ann'), enrolled.authenticator.codeAt(steps));
    expect(response.status).toBe(status);
  });

  it('accepts each recovery code once, however it is typed', async () => {
    const [first, second] = enrolled.codes as [string, string];
    expect((await enterCode(await firstStep('ann'), first)).status).toBe(303);
    expect((await enterCode(await firstStep('ann'), first)).status).toBe(400);
    const typed = ` ${second.toUpperCase().replace('-', ' ')} `;
    const browser = await firstStep('ann');
    expect((await enterCode(browser, typed)).status).toBe(303);
    const { text } = await browser.get('/accounts/mfa/').expect(200);
    expect(text).toContain('Recovery codes left: <strong>8</strong>');
  });

  it.each(['', '12345', 'none', '0000000', '\u0000', '../../x', '<b>1</b>'])(
    'refuses %j as a code without an error of the service',
    async (code) => {
      const { status, text } = await enterCode(await firstStep('ann'), code);
      expect(status).toBe(400);
      expect(text).not.toContain('<b>');
    },
  );

  it('counts no code for a wrong password', async () => {
    const browser = new Browser(app);
    const { status, text } = await browser.signIn('ann', 'not the password');
    expect(status).toBe(401);
    expect(text).toContain('Invalid username/password.');
    expect(browser.cookies.has('mfachallenge')).toBe(false);
  });

  it('needs a CSRF token for the second step (403)', async () => {
    const browser = await firstStep('ann');
    const fields = { code: enrolled.authenticator.codeAt(0) };
    await browser.post('/accounts/login/mfa/', fields).expect(403);
    const stranger = new Browser(app);
    const form = { ...fields, csrfmiddlewaretoken: await stranger.csrfToken() };
    await browser.post('/accounts/login/mfa/', form).expect(403);
  });

  it('ignores a session key that the client chose', async () => {
    const browser = await firstStep('ann');
    browser.cookies.set('sessionid', 'a-key-that-somebody-else-knows');
    await enterCode(browser, enrolled.authenticator.codeAt(0));
    expect(browser.cookies.get('sessionid')).toMatch(/^[\w-]{43}$/);
  });

  it.each([
    ['of another account', (token: string) => token.replace(/^\w+/, nextNumber)],
    ['that expires later', (token: string) => token.replace(/(?<=^\w+-)\w+/, nextNumber)],
    ['with another signature', (token: string) => token.slice(0, -3) + 'AAA'],
    ['of no account', (token: string) => token.replace(/^\w+/, (999_999_999).toString(36))],
    ['that is none', () => 'x'],
  ])('refuses a first step %s', async (_, forge) => {
    const browser = await firstStep('ann');
    const csrf = await browser.csrfToken();
    browser.cookies.set('mfachallenge', forge(browser.cookies.get('mfachallenge')!));
    const { status } = await enterCode(browser, enrolled.authenticator.codeAt(0), csrf);
    expect(status).toBe(401);
  });

  it('writes no code, key or recovery code into the log', () => {
    const text = log.join('\n');
    expect(text).toContain('"reason":"wrong code"');
    for (const secret of [enrolled.authenticator.secret, ...enrolled.codes])
      expect(text).not.toContain(secret);
    expect(text).not.toContain('otpauth:');
    expect(text).not.toContain('mfachallenge=');
  });
});

describe('a first step', () => {
  it('ends with a new password and with the account', async () => {
    const { authenticator } = await enrolledUser('bob');
    clock.advance(MINUTE);
    const browser = await firstStep('bob');
    const csrf = await browser.csrfToken();
    const next = 'another password 2';
    await app.as('root').patch('/api/v2/users/bob/').send({ password: next }).expect(200);
    expect((await enterCode(browser, authenticator.codeAt(0), csrf)).status).toBe(401);
    const again = new Browser(app);
    await again.signIn('bob', next);
    const form = await again.csrfToken();
    await app.as('root').patch('/api/v2/users/bob/').send({ is_active: false }).expect(200);
    expect((await enterCode(again, authenticator.codeAt(0), form)).status).toBe(401);
  });

  it('continues at another process', async () => {
    const { authenticator } = await enrolledUser('carl');
    const second = await startSecondApp(app);
    try {
      const other = new FakeClock(second, clock.now().toISOString());
      other.advance(MINUTE);
      clock.advance(MINUTE);
      const browser = await firstStep('carl');
      const elsewhere = new Browser(second);
      for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
      const code = authenticator.codeAt(0);
      expect((await enterCode(elsewhere, code)).status).toBe(303);
      expect((await enterCode(await firstStep('carl'), code)).status).toBe(400);
      // The session counts here too.
      browser.cookies.set('sessionid', elsewhere.cookies.get('sessionid')!);
      await browser.get('/me/', 'application/json').expect(200);
    } finally {
      await second.stop();
    }
  });
});

async function enrolledUser(username: string): Promise<Enrolled> {
  const browser = new Browser(app);
  await browser.signIn(username, PASSWORD);
  const enrolled = await enrol(app, browser);
  await waitForNotifications(app);
  return enrolled;
}

async function firstStep(username: string): Promise<Browser> {
  const browser = new Browser(app);
  const { status } = await browser.signIn(username, PASSWORD);
  expect(status).toBe(303);
  return browser;
}

/** @param csrf without one it is read from the page of the second step */
async function enterCode(browser: Browser, code: string, csrf?: string) {
  if (csrf === undefined) return browser.submit('/accounts/login/mfa/', { code });
  const fields = { csrfmiddlewaretoken: csrf, next: '/token/', code };
  return browser.post('/accounts/login/mfa/', fields);
}

async function auditOf(username: string, action: string): Promise<{ rows: number }> {
  const entries = await app.rows('SELECT FROM audit_entry WHERE username = $1 AND action = $2', [
    username,
    action,
  ]);
  return { rows: entries.length };
}
