import { makeDeployedAsset } from '../../factories/asset.factory';
import { ANONYMOUS, PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';
import { withClient } from '../../support/test-database';

const USERS = '/administration/users/';
const NEW_PASSWORD = 'a quite different long phrase';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'stranger', 'ann', 'ben', 'cleo']) await app.addUser(name);
  await app.addUser('root', { superuser: true });
  await makeDeployedAsset(app);
});
afterAll(() => app.stop());

async function signedIn(username: string, password = PASSWORD): Promise<Browser> {
  const browser = new Browser(app);
  await browser.signIn(username, password);
  return browser;
}

const linkIn = (text: string): string => /\/accounts\/password\/reset\/[\w-]+\//.exec(text)![0];

describe('administration', () => {
  const pages = [
    USERS,
    `${USERS}new/`,
    `${USERS}owner/`,
    '/administration/messages/',
    '/administration/queue/',
    '/administration/health/',
    '/administration/activity/',
  ];

  it.each(pages)('shows %s to superusers only', async (path) => {
    const { text } = await (await signedIn('root')).get(path).expect(200);
    expect(text).toContain('aria-current="page"');
    await (await signedIn('owner')).get(path).expect(403);
    const { headers } = await new Browser(app).get(path).expect(302);
    expect(headers['location']).toBe(`/accounts/login/?next=${encodeURIComponent(path)}`);
  });

  it('is linked for superusers only', async () => {
    expect((await (await signedIn('root')).get('/projects/')).text).toContain(USERS);
    expect((await (await signedIn('owner')).get('/projects/')).text).not.toContain('/administration/');
  });

  it.each([
    'new/',
    'ann/',
    'ann/deactivate/',
    'ann/reactivate/',
    'ann/reset-link/',
    'ann/mfa/',
    'ann/mfa/reset/',
    'ann/credentials/default/revoke/',
    '../queue/1/retry/',
    '../messages/',
    '../messages/iamUnknown/end/',
  ])('lets only superusers post to %s, with a CSRF token', async (path) => {
    const url = new URL(USERS + path, 'http://x').pathname;
    await (await signedIn('root')).post(url).expect(403);
    const owner = await signedIn('owner');
    await owner.post(url, { csrfmiddlewaretoken: await owner.csrfToken() }).expect(403);
  });
});

describe('accounts', () => {
  it('are listed and searched', async () => {
    const root = await signedIn('root');
    const { text } = await root.get(`${USERS}?q=clE`).expect(200);
    expect(text).toContain('/administration/users/cleo/');
    expect(text).not.toContain('/administration/users/owner/');
    const hostile = await root.get(`${USERS}?q=%22%3E%3Cimg%20src%3Dx%3E`).expect(200);
    expect(hostile.text).not.toContain('<img');
    expect(hostile.text).toContain('No account matches');
    await root.get(`${USERS}?q=%00`).expect(400);
  });

  it('show what they use', async () => {
    const { text } = await (await signedIn('root')).get(`${USERS}owner/`).expect(200);
    expect(text).toMatch(/Projects and library<\/dt>\s*<dd>1</);
    expect(text).toContain('0 byte');
  });

  it('are made with a password', async () => {
    const root = await signedIn('root');
    const { headers } = await root.submit(`${USERS}new/`, {
      username: 'dora',
      email: 'dora@example.org',
      password: NEW_PASSWORD,
    });
    expect(headers['location']).toBe(`${USERS}dora/?done=created`);
    await (await signedIn('dora', NEW_PASSWORD)).get('/account/').expect(200);
  });

  it('are made with a link to set the password', async () => {
    const root = await signedIn('root');
    const { status, text } = await root.submit(`${USERS}new/`, { username: 'emil', superuser: 'yes' });
    expect(status).toBe(201);
    const visitor = new Browser(app);
    const link = linkIn(text);
    await visitor.submit(link, { new_password: NEW_PASSWORD, repeated_password: NEW_PASSWORD });
    await (await signedIn('emil', NEW_PASSWORD)).get(USERS).expect(200);
  });

  it.each([
    [{ username: 'ann' }, 'is taken'],
    [{ username: 'admin<img src=x>' }, 'id="username-error"'],
    [{ username: 'administration' }, 'id="username-error"'],
    [{ username: 'fred', password: 'short' }, 'id="password-error"'],
    [{ username: 'fred', email: 'no address' }, 'id="email-error"'],
  ])('explain %j', async (fields, message) => {
    const { status, text } = await (await signedIn('root')).submit(`${USERS}new/`, fields);
    expect(status).toBe(400);
    expect(text).toContain(message);
    expect(text).not.toContain('<img');
  });

  it('are changed, deactivated and brought back', async () => {
    const root = await signedIn('root');
    const ben = await signedIn('ben');
    const page = `${USERS}ben/`;
    await root.submit(page, { email: 'ben@example.net', superuser: 'yes' });
    expect((await root.get(page)).text).toMatch(/value="ben@example.net"[\s\S]*name="superuser"[^>]*checked/);
    await root.submit(page, { email: 'ben@example.net' });
    const { headers } = await root.submit(page, {}, `${page}deactivate/`);
    expect(headers['location']).toBe(`${page}?done=deactivated`);
    await ben.get('/account/').expect(302);
    await app.as('ben').get('/me/').expect(401);
    expect((await root.get(page)).text).not.toContain('reset-link/');
    await root.submit(page, {}, `${page}reactivate/`);
    await (await signedIn('ben')).get('/account/').expect(200);
  });

  it('keep the last superuser', async () => {
    const root = await signedIn('root');
    for (const username of ['emil']) await root.submit(`${USERS}${username}/`, {});
    const { status, text } = await root.submit(`${USERS}root/`, {}, `${USERS}root/deactivate/`);
    expect(status).toBe(400);
    expect(text).toContain('last active superuser');
  });

  it('require a second factor', async () => {
    const root = await signedIn('root');
    await root.submit(`${USERS}cleo/`, { required: 'yes' }, `${USERS}cleo/mfa/`);
    expect((await root.get(`${USERS}cleo/`)).text).toMatch(/name="required"[^>]*checked/);
    const { body } = await app.as('root').get('/api/v2/users/cleo/mfa/').expect(200);
    expect(JSON.stringify(body)).toContain('true');
    await root.submit(`${USERS}cleo/`, {}, `${USERS}cleo/mfa/`);
  });

  it('show credentials and revoke them', async () => {
    await app.as('cleo').get('/me/').expect(200);
    const root = await signedIn('root');
    const { text } = await root.get(`${USERS}cleo/`);
    expect(text).toContain('API token');
    await root.submit(`${USERS}cleo/`, {}, `${USERS}cleo/credentials/default/revoke/`);
    await app.as('cleo').get('/me/').expect(401);
  });

  it.each(['unknown', 'AnonymousUser', '%00'])('do not include %s', async (name) => {
    const { status } = await (await signedIn('root')).get(`${USERS}${name}/`);
    expect([400, 404]).toContain(status);
  });
});

describe('a password reset link', () => {
  async function makeLink(username = 'ann'): Promise<string> {
    const root = await signedIn('root');
    const { text } = await root.submit(`${USERS}${username}/`, {}, `${USERS}${username}/reset-link/`);
    return linkIn(text);
  }

  it('sets the password once, and revokes sessions and tokens', async () => {
    const session = await signedIn('ann');
    const link = await makeLink();
    const visitor = new Browser(app);
    expect((await visitor.get(link).expect(200)).text).toContain('ann');
    const differing = await visitor.submit(link, { new_password: NEW_PASSWORD, repeated_password: 'other' });
    expect(differing.status).toBe(400);
    const short = await visitor.submit(link, { new_password: 'short', repeated_password: 'short' });
    expect([short.status, short.text.includes('id="new_password-error"')]).toEqual([400, true]);
    const fields = { new_password: NEW_PASSWORD, repeated_password: NEW_PASSWORD };
    const { status, text } = await visitor.submit(link, fields);
    expect([status, text.includes('The password is set')]).toEqual([200, true]);
    await session.get('/account/').expect(302);
    await app.as('ann').get('/me/').expect(401);
    await (await signedIn('ann', NEW_PASSWORD)).get('/account/').expect(200);
    await visitor.get(link).expect(404);
    await visitor.post(link, { ...fields, csrfmiddlewaretoken: await visitor.csrfToken() }).expect(404);
  });

  it('stops working when another one was used, and for a deactivated account', async () => {
    const [first, second] = [await makeLink('ben'), await makeLink('ben')];
    const visitor = new Browser(app);
    await visitor.submit(second, { new_password: NEW_PASSWORD, repeated_password: NEW_PASSWORD });
    await visitor.get(first).expect(404);
    const third = await makeLink('ben');
    await app.as('root').patch('/api/v2/users/ben/').send({ is_active: false }).expect(200);
    await visitor.get(third).expect(404);
    await app.as('root').post('/api/v2/users/ben/password-reset/').expect(400);
    await app.as('root').patch('/api/v2/users/ben/').send({ is_active: true }).expect(200);
  });

  it('can be neither forged nor extended', async () => {
    const link = await makeLink('stranger');
    const visitor = new Browser(app);
    const key = link.split('/')[4]!;
    const [id, expires, ...signature] = key.split('-');
    const later = (parseInt(expires!, 36) + 60_000).toString(36);
    for (const forged of [
      [id, later, ...signature].join('-'),
      ['zzzzzzzz', expires, ...signature].join('-'),
      key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A'),
      'x',
      '%00',
    ]) {
      await visitor.get(`/accounts/password/reset/${forged}/`).expect(404);
    }
    await visitor.get(link).expect(200);
  });

  it('is made and used through the API', async () => {
    const { body, headers } = await app.as('root').post('/api/v2/users/stranger/password-reset/').expect(201);
    expect(headers['cache-control']).toBe('no-store');
    const { key, url } = body as { key: string; url: string };
    expect(url).toContain(`/accounts/password/reset/${key}/`);
    const send = (values: object) => app.as(ANONYMOUS).post('/api/v2/password-resets/').send(values);
    await send({ key, new_password: 'short' }).expect(400);
    await send({ key }).expect(400);
    await send({ key, new_password: NEW_PASSWORD }).expect(204);
    await send({ key, new_password: NEW_PASSWORD }).expect(404);
    await app.as('owner').post('/api/v2/users/ann/password-reset/').expect(403);
    await app.as(ANONYMOUS).post('/api/v2/users/ann/password-reset/').expect(401);
    await app.as('root').post('/api/v2/users/unknown/password-reset/').expect(404);
    await app.as('root').post('/api/v2/users/AnonymousUser/password-reset/').expect(404);
  });
});

describe('usage of a user', () => {
  it('is shown to superusers only', async () => {
    const path = '/api/v2/users/owner/service_usage/';
    const { body } = await app.as('root').get(path).expect(200);
    expect(body).toMatchObject({ total_submission_count: { all_time: 0 } });
    await app.as('owner').get(path).expect(403);
    await app.as(ANONYMOUS).get(path).expect(401);
    await app.as('root').get('/api/v2/users/unknown/service_usage/').expect(404);
  });
});

describe('the queue', () => {
  it('lists failed jobs and retries them', async () => {
    await withClient(app.databaseUrl, async (client) => {
      await client.query(
        `SELECT graphile_worker.add_job('trial.unknown', '{}'::json, run_at => now() + interval '1 day',
                                        max_attempts => 1, job_key => 'trial.unknown:<img src=x>')`,
      );
      await client.query(
        `UPDATE graphile_worker._private_jobs SET attempts = 1, last_error = '<img src=x> failed'
          WHERE key = 'trial.unknown:<img src=x>'`,
      );
    });
    const { body } = await app.as('root').get('/api/v2/jobs/').expect(200);
    const [job] = (body as { results: { id: string; state: string; subject: string }[] }).results;
    expect(job).toMatchObject({ name: 'trial.unknown', state: 'failed', subject: '<img src=x>' });
    const root = await signedIn('root');
    const { text } = await root.get('/administration/queue/').expect(200);
    expect(text).toContain('&lt;img src=x&gt; failed');
    expect(text).not.toContain('<img');
    await app.as('owner').post(`/api/v2/jobs/${job!.id}/retry/`).expect(403);
    await root.submit('/administration/queue/', {}, `/administration/queue/${job!.id}/retry/`);
    await app.as('root').post('/api/v2/jobs/0/retry/').expect(404);
    await app.as('root').post('/api/v2/jobs/999999999999999999/retry/').expect(404);
    await app.as('root').post('/api/v2/jobs/x/retry/').expect(404);
    await app.as('owner').get('/api/v2/jobs/').expect(403);
    await app.as(ANONYMOUS).get('/api/v2/jobs/').expect(401);
  });
});
