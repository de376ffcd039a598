import request from 'supertest';
import { Clock } from '../../../src/config/clock';
import { SessionUseService } from '../../../src/modules/account/session/session.service';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';
import { waitForNotifications } from '../../support/wait-for-notifications';

let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['ann', 'cid']) await app.addUser(name);
});
afterAll(() => app.stop());
beforeEach(() => {
  browser = new Browser(app);
});
afterEach(() => jest.restoreAllMocks());

describe('the sign-in page', () => {
  it('leads a visitor of /token/ to sign in, and back to the token that programs get', async () => {
    const redirect = await browser.get('/token/').expect(302);
    expect(redirect.headers['location']).toBe('/accounts/login/?next=%2Ftoken%2F');
    const response = await browser.submit(
      redirect.headers['location']!,
      { username: 'ann', password: PASSWORD },
      '/accounts/login/',
    );
    expect(response.status).toBe(303);
    expect(response.headers['location']).toBe('/token/');
    const page = await browser.get('/token/').expect(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.text).toContain(app.tokenOf('ann'));
  });

  it('sets SameSite cookies, of which scripts read the CSRF token only', async () => {
    await browser.get('/accounts/login/');
    const response = await browser.signIn('ann', PASSWORD);
    const cookies = response.headers['set-cookie'] as unknown as string[];
    expect(cookies).toEqual([
      expect.stringMatching(/^sessionid=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^csrftoken=[A-Za-z0-9_]{32,64}; Max-Age=1209600; Path=\/; SameSite=Lax$/),
    ]);
  });

  it('sets Secure cookies if the public URL is https', async () => {
    const secure = await startApp({ environment: { PUBLIC_URL: 'https://survey.example.org' } });
    const { headers } = await request(secure.origin).get('/accounts/login/').expect(200);
    expect(headers['set-cookie']![0]).toContain('; Secure;');
    await secure.stop();
  });

  it('stores only the hash of a session key', async () => {
    await browser.signIn('ann', PASSWORD);
    const rows = await app.rows<{ row: string }>('SELECT s::text AS row FROM session s');
    const key = browser.cookies.get('sessionid')!;
    for (const { row } of rows) {
      expect(row).not.toContain(key);
      expect(row).not.toContain(Buffer.from(key).toString('hex'));
    }
  });

  it('is shown again after a wrong password, without revealing whether the name exists', async () => {
    const wrong = await browser.signIn('ann', 'not the password');
    const unknown = await new Browser(app).signIn('nobody', 'not the password');
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    for (const { text } of [wrong, unknown]) expect(text).toContain('Invalid username/password.');
    expect(browser.cookies.has('sessionid')).toBe(false);
  });

  it('records the time of the sign-in, once', async () => {
    await app.rows(`
      CREATE TABLE login_write (last_login timestamptz);
      CREATE FUNCTION note_login() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO login_write VALUES (new.last_login); RETURN NULL; END $$;
      CREATE TRIGGER note_login AFTER UPDATE OF last_login ON app_user FOR EACH ROW EXECUTE FUNCTION note_login()`);
    const clock = jest.spyOn(app.nest.get(Clock), 'now');
    browser = new Browser(app.inProcess);
    clock.mockImplementation(() => new Date('2100-03-01T08:00:00.000Z'));
    try {
      expect((await browser.signIn('ann', PASSWORD)).status).toBe(303);
      expect(await app.rows('SELECT last_login FROM login_write')).toEqual([
        { last_login: new Date('2100-03-01T08:00:00.000Z') },
      ]);
    } finally {
      await app.rows('DROP FUNCTION note_login CASCADE; DROP TABLE login_write');
    }
    const { body } = await browser.get('/me/', 'application/json').expect(200);
    expect(body.last_login).toBe('2100-03-01T08:00:00.000000Z');
  });

  it.each(['https://evil.example/', '//evil.example/', '/\\evil.example'])(
    'does not redirect to %s',
    async (next) => {
      const page = `/accounts/login/?next=${encodeURIComponent(next)}`;
      const response = await browser.submit(
        page,
        { username: 'ann', password: PASSWORD },
        '/accounts/login/',
      );
      expect(response.headers['location']).toBe('/');
    },
  );

  it('rejects a sign-in from another site (403)', async () => {
    const response = await browser.post('/accounts/login/', { username: 'ann', password: PASSWORD });
    expect(response.status).toBe(403);
    expect(browser.cookies.has('sessionid')).toBe(false);
  });

  it('answers programs in JSON and without a redirect', async () => {
    const response = await browser.get('/token/', '*/*').expect(401);
    expect(response.headers['content-type']).toBe('application/json');
    expect(response.body).toEqual({ detail: 'Authentication credentials were not provided.' });
    await browser
      .get('/token/?format=json')
      .expect(401, { detail: 'Authentication credentials were not provided.' });
  });
});

describe('a session', () => {
  beforeEach(() => browser.signIn('ann', PASSWORD));

  it('reads like a token', async () => {
    const { body } = await browser.get('/me/', 'application/json').expect(200);
    expect(body.username).toBe('ann');
    expect(body.last_login).not.toBeNull();
  });

  it('ends when its user signs out', async () => {
    const key = browser.cookies.get('sessionid')!;
    const response = await browser.submit('/accounts/logout/');
    expect(response.headers['location']).toBe('/accounts/login/');
    expect(browser.cookies.has('sessionid')).toBe(false);
    browser.cookies.set('sessionid', key);
    await browser.get('/me/', 'application/json').expect(401);
  });

  it('tells when it was last used, to the minute', async () => {
    const clock = jest.spyOn(app.nest.get(Clock), 'now');
    const start = Date.now();
    const lastUsedAfter = async (ms: number): Promise<number> => {
      clock.mockImplementation(() => new Date(start + ms));
      await browser.get('/me/', 'application/json').expect(200);
      await app.nest.get(SessionUseService).flush();
      const { body } = await browser.get('/me/credentials/', 'application/json').expect(200);
      const { results } = body as { results: { kind: string; date_last_used: string }[] };
      return Date.parse(results.find(({ kind }) => kind === 'session')!.date_last_used) - start;
    };
    clock.mockImplementation(() => new Date(start));
    browser = new Browser(app.inProcess);
    await browser.signIn('cid', PASSWORD);
    expect(await lastUsedAfter(59_999)).toBe(0);
    expect(await lastUsedAfter(119_999)).toBe(119_999);
    expect(await lastUsedAfter(179_998)).toBe(119_999);
  });

  it('ends after two weeks, cached or not', async () => {
    const clock = jest.spyOn(app.nest.get(Clock), 'now');
    browser = new Browser(app.inProcess);
    const start = Date.now();
    const end = start + 14 * 24 * 3600_000;
    clock.mockImplementation(() => new Date(start));
    await browser.signIn('ann', PASSWORD);
    await browser.get('/me/', 'application/json').expect(200);
    clock.mockImplementation(() => new Date(end - 1));
    await browser.get('/me/', 'application/json').expect(200);
    clock.mockImplementation(() => new Date(end));
    await browser.get('/me/', 'application/json').expect(401);
  });

  it('ends at once when the user is deactivated', async () => {
    await app.addUser('bob');
    await browser.signIn('bob', PASSWORD);
    await browser.get('/me/', 'application/json').expect(200);
    await app.rows(`UPDATE app_user SET is_active = false WHERE username = 'bob'`);
    await waitForNotifications(app);
    await browser.get('/me/', 'application/json').expect(401);
  });

  it('shows the same token until it is renewed', async () => {
    await app.addUser('eve');
    await browser.signIn('eve', PASSWORD);
    const before = app.tokenOf('eve');
    expect((await browser.get('/token/')).text).toContain(before);
    const response = await browser.submit('/token/', {}, '/accounts/token/renew/');
    expect(response.headers['location']).toBe('/token/');
    const { text } = await browser.get('/token/').expect(200);
    expect(text).not.toContain(before);
    await app.with(`Token ${before}`).get('/me/').expect(401);
    const [after] = /[0-9a-f]{40}/.exec(text)!;
    await app.with(`Token ${after}`).get('/me/').expect(200);
  });
});

describe('a password change', () => {
  const NEXT = 'another sentence to remember';
  const form = (current: string, next = NEXT, repeated = next) => ({
    current_password: current,
    new_password: next,
    repeated_password: repeated,
  });

  it('ends every other session of the user and keeps this one', async () => {
    await app.addUser('dan');
    const other = new Browser(app);
    await other.signIn('dan', PASSWORD);
    await browser.signIn('dan', PASSWORD);
    await other.get('/me/', 'application/json').expect(200);
    const response = await browser.submit('/accounts/password/change/', form(PASSWORD));
    expect(response.status).toBe(200);
    await browser.get('/me/', 'application/json').expect(200);
    await other.get('/me/', 'application/json').expect(401);
    expect((await new Browser(app).signIn('dan', PASSWORD)).status).toBe(401);
    expect((await new Browser(app).signIn('dan', NEXT)).status).toBe(303);
  });

  it('changes nothing when the sessions can’t be deleted with it', async () => {
    await app.addUser('fay');
    await browser.signIn('fay', PASSWORD);
    const refuse = `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON session FOR EACH ROW EXECUTE FUNCTION refuse()`;
    await app.rows(refuse);
    try {
      const response = await browser.submit('/accounts/password/change/', form(PASSWORD));
      expect(response.status).toBe(500);
    } finally {
      await app.rows('DROP FUNCTION refuse CASCADE');
    }
    expect((await new Browser(app).signIn('fay', NEXT)).status).toBe(401);
    expect((await new Browser(app).signIn('fay', PASSWORD)).status).toBe(303);
    await browser.get('/me/', 'application/json').expect(200);
  });

  it.each([
    ['a wrong current password', form('not it'), 'Incorrect current password.'],
    ['two different new passwords', form(PASSWORD, NEXT, 'x'), 'The passwords do not match'],
    ['a short password', form(PASSWORD, 'short'), 'at least 8 characters'],
  ])('reports an error for %s (400)', async (_case, fields, message) => {
    await browser.signIn('ann', PASSWORD);
    const response = await browser.submit('/accounts/password/change/', fields);
    expect(response.status).toBe(400);
    expect(response.text).toContain(message);
  });
});
