import { ANONYMOUS, PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

const HOSTILE = '<img src=x onerror=alert(1)>';
const ACCESS = '/account/access/';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['ann', 'ben', 'cid']) await app.addUser(name);
});
afterAll(() => app.stop());

const signedIn = (username: string) => Browser.signedIn(app, username);

it.each(['/account/', ACCESS])('%s leads an anonymous visitor to sign in', async (path) => {
  const { headers } = await new Browser(app).get(path).expect(302);
  expect(headers['location']).toBe(`/accounts/login/?next=${encodeURIComponent(path)}`);
});

it.each(['/account/profile/', `${ACCESS}tokens/`, `${ACCESS}credentials/default/revoke/`])(
  '%s requires a CSRF token',
  async (path) => {
    await (await signedIn('ann')).post(path).expect(403);
  },
);

describe('the profile', () => {
  it('is changed', async () => {
    const ann = await signedIn('ann');
    const fields = { first_name: HOSTILE, last_name: 'Smith', organization: 'Wells', city: 'Lyon' };
    const { headers } = await ann.submit('/account/', fields, '/account/profile/');
    expect(headers['location']).toBe('/account/?done=saved');
    const { text } = await ann.get('/account/?done=saved').expect(200);
    expect(text).toContain('The profile was saved.');
    expect(text).toContain('&lt;img src=x');
    expect(text).not.toContain('<img');
    expect(text).toContain('value="Lyon"');
    const { body } = await app.as('ann').get('/me/').expect(200);
    expect(body).toMatchObject({ last_name: 'Smith', extra_details: { organization: 'Wells' } });
  });

  it('explains text that is too long', async () => {
    const ann = await signedIn('ann');
    const { status, text } = await ann.submit(
      '/account/',
      { first_name: 'x'.repeat(151) },
      '/account/profile/',
    );
    expect([status, text.includes('At most 150 characters')]).toEqual([400, true]);
  });
});

describe('sessions and tokens', () => {
  it('lists the session and signs another one out', async () => {
    const [one, other] = [await signedIn('ann'), await signedIn('ann')];
    const { text } = await one.get(ACCESS).expect(200);
    const sessions = [...text.matchAll(/credentials\/(session-\d+)\/revoke/g)].map(([, uid]) => uid!);
    expect(sessions.length).toBeGreaterThanOrEqual(2);
    const rows = text.split('<tr>');
    expect(rows.filter((row) => row.includes('This browser'))).toEqual([
      expect.stringContaining('You are signed out of this browser.'),
    ]);
    await one.submit(ACCESS, {}, `${ACCESS}credentials/${sessions[0]!}/revoke/`);
    await other.get(ACCESS).expect(302);
    await one.get(ACCESS).expect(200);
  });

  it('says what each may do, in the language of the page', async () => {
    const ben = new Browser(app, { 'Accept-Language': 'fr' });
    await ben.signIn('ben', PASSWORD);
    const { text } = await ben.get(ACCESS).expect(200);
    expect(text).toMatch(/data-label="Peut">\s*Lire et écrire\s*</);
  });

  it('tells sessions by browser, address and last use', async () => {
    const agents = ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', `${HOSTILE}"&`];
    for (const agent of agents) await new Browser(app, { 'User-Agent': agent }).signIn('cid', PASSWORD);
    const { text } = await (await signedIn('cid')).get(ACCESS).expect(200);
    expect(text).not.toContain('<img');
    const rows = text.split('<tr>');
    for (const shown of ['Firefox on Linux', '&lt;img src=x onerror=alert(1)&gt;&quot;&amp;']) {
      const row = rows.find((each) => each.includes(shown))!;
      expect(row).toMatch(/Signed in from <bdi>(?:::ffff:)?(?:127\.0\.0\.1|::1)<\/bdi>/);
      expect(row).toMatch(/data-label="Last used">\s*<time/);
      expect(row).not.toContain('This browser');
    }
    const { body } = await app.as('cid').get('/me/credentials/').expect(200);
    const sessions = (body as { results: { kind: string; user_agent: string | null }[] }).results;
    expect(sessions.map(({ user_agent }) => user_agent)).toEqual(expect.arrayContaining(agents));
  });

  it('makes a token that can read only, and revokes it', async () => {
    const ann = await signedIn('ann');
    const { status, text } = await ann.submit(
      ACCESS,
      { name: HOSTILE, access: 'read', date_expires: '2999-12-31' },
      `${ACCESS}tokens/`,
    );
    expect(status).toBe(201);
    expect(text).not.toContain('<img');
    const key = /id="token"[^>]*>([^<]+)</.exec(text)![1]!.trim();
    await app.with(`Token ${key}`).get('/me/').expect(200);
    await app.with(`Token ${key}`).patch('/me/').send({ first_name: 'A' }).expect(403);
    const list = await ann.get(ACCESS);
    expect(list.text).not.toContain(key);
    const uid = /credentials\/(tok[^/]+)\/revoke/.exec(list.text)![1]!;
    const ben = await signedIn('ben');
    const csrfmiddlewaretoken = await ben.csrfToken();
    await ben.post(`${ACCESS}credentials/${uid}/revoke/`, { csrfmiddlewaretoken }).expect(404);
    await ann.submit(ACCESS, {}, `${ACCESS}credentials/${uid}/revoke/`);
    await app.with(`Token ${key}`).get('/me/').expect(401);
  });

  it.each([
    [{ name: '' }, 'id="name-error"'],
    [{ name: 'A', date_expires: '2001-01-01' }, 'Choose a date in the future.'],
    [{ name: 'A', date_expires: 'tomorrow' }, 'id="date_expires-error"'],
  ])('explains %j', async (fields, message) => {
    const { status, text } = await (await signedIn('ann')).submit(ACCESS, fields, `${ACCESS}tokens/`);
    expect(status).toBe(400);
    expect(text).toContain(message);
  });

  it('lists sign-ins, also refused ones, of this account only', async () => {
    await new Browser(app).signIn('ann', 'a wrong password');
    const { text } = await (await signedIn('ann')).get(ACCESS);
    expect(text).toContain('Signed in');
    expect(text).toContain('wrong password');
    expect((await (await signedIn('ben')).get(ACCESS)).text).not.toContain('wrong password');
  });

  it('offers the same through the API', async () => {
    const { body } = await app.as('ann').get('/me/credentials/').expect(200);
    const { results } = body as { results: { uid: string; kind: string }[] };
    expect(results.map(({ kind }) => kind)).toContain('session');
    const session = results.find(({ kind }) => kind === 'session')!;
    await app.as('ben').delete(`/me/credentials/${session.uid}/`).expect(404);
    await app.as('ann').delete(`/me/credentials/${session.uid}/`).expect(204);
    await app.as('ann').delete(`/me/credentials/${session.uid}/`).expect(404);
    await app.as(ANONYMOUS).get('/me/credentials/').expect(401);
  });
});
