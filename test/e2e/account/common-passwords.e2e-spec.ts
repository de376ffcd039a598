import { runCli } from '../../support/command-line';
import { ANONYMOUS, PASSWORD, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { Browser } from '../../support/browser';
import { eventually } from '../../support/eventually';
import { StandaloneService } from '../../support/standalone-service';
import { createTestDatabase } from '../../support/test-database';

/** The account is `wanjiku`, with the address `rosefield@example.org`. */
const COMMON = [
  'password',
  '12345678',
  ' '.repeat(8),
  'aaaaaaaa',
  'wanjiku1',
  'Wanjiku2024',
  'rosefield',
  'rosefield@example.org',
  'P@ssw0rd',
  'qwertyuiop',
];
const MESSAGE = expect.stringMatching(/^Too common: .* Choose /);

describe('common passwords', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ environment: { SECRET_KEY: 'k'.repeat(64) } });
    await app.addUser('root', { superuser: true });
    await app.addUser('wanjiku');
    await app.as('root').patch('/api/v2/users/wanjiku/').send({ email: 'rosefield@example.org' }).expect(200);
  });
  afterAll(() => app.stop());

  it.each(COMMON)('are refused in a profile: %j', async (common) => {
    const change = { current_password: PASSWORD, new_password: common };
    const { body } = await app.as('wanjiku').patch('/me/').send(change).expect(400);
    expect(body).toEqual({ new_password: [MESSAGE] });
  });

  it.each(COMMON)('are refused for a new user: %j', async (password) => {
    const { body } = await app
      .as('root')
      .post('/api/v2/users/')
      .send({ username: 'wanjiku_2', email: 'rosefield@example.org', password })
      .expect(400);
    expect(body).toEqual({ password: [MESSAGE] });
  });

  it('are refused where a superuser sets them, also with the address that comes with them', async () => {
    const change = (members: object) => app.as('root').patch('/api/v2/users/wanjiku/').send(members);
    for (const password of COMMON) {
      expect((await change({ password }).expect(400)).body).toEqual({ password: [MESSAGE] });
    }
    const { body } = await change({ password: 'new-harbour', email: 'new-harbour@example.org' }).expect(400);
    expect(body).toEqual({ password: [MESSAGE] });
  });

  it('are refused by a reset link, which stays valid', async () => {
    const { body } = await app.as('root').post('/api/v2/users/wanjiku/password-reset/').expect(201);
    const { key, url } = body as { key: string; url: string };
    const refused = await app
      .as(ANONYMOUS)
      .post('/api/v2/password-resets/')
      .send({ key, new_password: 'wanjiku1' })
      .expect(400);
    expect(refused.body).toEqual({ new_password: [MESSAGE] });
    const sent = { new_password: 'wanjiku1', repeated_password: 'wanjiku1' };
    const page = await new Browser(app).submit(new URL(url).pathname, sent);
    expect(page.status).toBe(400);
    expect(page.text).toContain('Too common:');
  });

  it('are refused on pages, in the language of the reader', async () => {
    const browser = new Browser(app, { 'Accept-Language': 'fr' });
    await browser.signIn('wanjiku', PASSWORD);
    const fields = { current_password: PASSWORD, new_password: 'aaaaaaaa', repeated_password: 'aaaaaaaa' };
    const { status, text } = await browser.submit('/accounts/password/change/', fields);
    expect(status).toBe(400);
    expect(text).toContain('Trop courant');
    const root = new Browser(app);
    await root.signIn('root', PASSWORD);
    const created = await root.submit('/administration/users/new/', {
      username: 'otieno',
      password: 'otieno12',
    });
    expect(created.status).toBe(400);
    expect(created.text).toContain('Too common:');
  });

  it('are refused on the command line', async () => {
    const variables = { DATABASE_URL: app.databaseUrl, SECRET_KEY: 'k'.repeat(64), DATA_DIR: app.dataDir };
    for (const args of [
      ['create', 'otieno', '--password', 'otieno12'],
      ['password', 'wanjiku', '--password', '12345678'],
    ]) {
      expect(await runCli(variables, 'user', ...args).result).toMatchObject({
        code: 1,
        error: expect.stringContaining('Too common:'),
      });
    }
  });

  it('leave the account as it was', async () => {
    await app.with(basic('wanjiku')).get('/me/').expect(200);
    await app.as('root').get('/api/v2/users/otieno/').expect(404);
  });
});

it('a start warns of a common password of its superuser, who can sign in', async () => {
  const database = await createTestDatabase();
  const start = new StandaloneService({
    DATABASE_URL: database.url,
    SUPERUSER_PASSWORD: 'admin1234',
    LOG_LEVEL: 'warn',
  });
  try {
    await eventually(
      async () => start.out,
      (out) => out.includes('SUPERUSER_PASSWORD: Too common:') && out.includes('is ready at'),
    );
    expect(start.out).toContain('user password admin');
    expect(start.out).not.toContain('admin1234');
    const origin = / at (http:\S+)/.exec(start.out)![1]!;
    const headers = { authorization: basic('admin', 'admin1234') };
    expect((await fetch(`${origin}/me/`, { headers })).status).toBe(200);
  } finally {
    await start.stop();
    await database.drop();
  }
});
