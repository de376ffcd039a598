import { ANONYMOUS, PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';
import { eventually } from '../../support/eventually';
import { withoutPadding } from '../../support/page-padding';
import { type ReceivedMail, SmtpStandIn } from '../../support/smtp-server';

const ORIGIN = 'https://survey.example.org';
const REQUESTS = '/api/v2/password-resets/requests/';
const RESET_PAGE = '/accounts/password/reset/';
const NEW_PASSWORD = 'a quite different long phrase';
const SMTP_PASSWORD = 'p@ss/word';

let smtp: SmtpStandIn;
let app: TestApp;
const log: string[] = [];

beforeAll(async () => {
  smtp = await SmtpStandIn.start({ user: 'mailer', password: SMTP_PASSWORD });
  app = await startApp({
    environment: {
      SMTP_URL: `smtp://mailer:${encodeURIComponent(SMTP_PASSWORD)}@${smtp.address}`,
      MAIL_FROM: 'Surveys <surveys@example.org>',
      PUBLIC_URL: ORIGIN,
      LOG_LEVEL: 'debug',
      // Other hosts reach the service by X-Forwarded-For, each with limits of its own.
      TRUST_PROXY: 'loopback',
    },
    log: { write: (line) => log.push(line) },
  });
  for (const name of ['ann', 'ben', 'cleo', 'dora']) await app.addUser(name);
  await app.addUser('root', { superuser: true });
});
afterAll(async () => {
  await app.stop();
  await smtp.stop();
});
beforeEach(() => smtp.mails.splice(0));

const keyIn = (text: string): string => /\/accounts\/password\/reset\/([\w-]+)\//.exec(text)![1]!;
const nextMails = (count: number): Promise<ReceivedMail[]> =>
  eventually(
    () => Promise.resolve(smtp.mails),
    ({ length }) => length >= count,
  );
const waitingJobs = () =>
  app.rows<{ last_error: string | null }>(
    `SELECT jobs.* FROM graphile_worker._private_jobs AS jobs JOIN graphile_worker._private_tasks AS tasks
     ON tasks.id = jobs.task_id WHERE tasks.identifier LIKE 'password-resets.%'`,
  );
const requestAs = (username: string, address: string) =>
  app.as(ANONYMOUS).post(REQUESTS).set('X-Forwarded-For', address).send({ username });

const signedIn = (username: string) => Browser.signedIn(app, username);

describe('a reset by an administrator', () => {
  it('is mailed in the language that the person chose', async () => {
    const person = await signedIn('ben');
    await person.submit('/projects/', { language: 'fr' }, '/accounts/language/');
    const page = '/administration/users/ben/';
    const root = await signedIn('root');
    await root.submit(page, {}, `${page}reset-link/`);
    const [mail] = await nextMails(1);
    expect(mail!.content).toContain('Ouvrez ce lien pour');
  });

  it('mails a link that sets the password, and shows another', async () => {
    await signedIn('ann');
    const root = await signedIn('root');
    const page = '/administration/users/ann/';
    const { status, text } = await root.submit(page, {}, `${page}reset-link/`);
    expect(status).toBe(201);
    expect(text).toMatch(/on its way to <bdi>ann@example\.org<\/bdi>/);
    expect(keyIn(text)).toBeDefined();
    const [mail] = await nextMails(1);
    expect(mail).toMatchObject({ from: 'surveys@example.org', to: ['ann@example.org'] });
    expect(mail!.content).toContain('From: Surveys <surveys@example.org>');
    expect(mail!.content).toContain('Content-Type: text/plain; charset=utf-8');
    expect(mail!.content).toContain('Subject: Password reset at survey.example.org');
    expect(mail!.content).toContain(`${ORIGIN}/accounts/password/reset/`);
    const link = `${RESET_PAGE}${keyIn(mail!.content)}/`;
    const passwords = { new_password: NEW_PASSWORD, repeated_password: NEW_PASSWORD };
    await new Browser(app).submit(link, passwords);
    await new Browser(app).signIn('ann', NEW_PASSWORD);
    const used = await new Browser(app).get(link).expect(404);
    expect(used.text).toContain('If you have set a password, sign in with it.');
    expect(used.text).toContain(`href="${RESET_PAGE}"`);
  });

  it('tells the API whether a mail was sent', async () => {
    const reset = (username: string) => app.as('root').post(`/api/v2/users/${username}/password-reset/`);
    expect((await reset('ben').expect(201)).body).toMatchObject({ mailed_to: 'ben@example.org' });
    // The job sends nothing once the address is gone.
    await nextMails(1);
    await app.as('root').patch('/api/v2/users/ben/').send({ email: '' }).expect(200);
    expect((await reset('ben').expect(201)).body).toMatchObject({ mailed_to: null });
    expect(smtp.mails).toHaveLength(1);
  });
});

it('is offered where a sign-in begins again after its second step failed', async () => {
  const browser = new Browser(app);
  const fields = { csrfmiddlewaretoken: await browser.csrfToken(), code: '000000' };
  const { text } = await browser.post('/accounts/login/mfa/', fields).expect(401);
  expect(text).toContain(`<a href="${RESET_PAGE}">Forgot the password?</a>`);
});

it('invites the person of a new account', async () => {
  const root = await signedIn('root');
  const fields = { username: 'emil', email: 'emil@example.org' };
  const { text } = await root.submit('/administration/users/new/', fields);
  expect(text).toContain('on its way to');
  const [mail] = await nextMails(1);
  expect(mail!.to).toEqual(['emil@example.org']);
  expect(mail!.content).toContain('Subject: Your account at survey.example.org');
  expect(mail!.content).toContain('    emil\n');
});

describe('a forgotten password', () => {
  it.each(['cleo', 'CLEO', 'Cleo@Example.org'])('is mailed to the account of %s', async (login) => {
    const visitor = new Browser(app);
    expect((await visitor.get('/accounts/login/')).text).toContain(`href="${RESET_PAGE}"`);
    const { status, text } = await visitor.submit(RESET_PAGE, { username: login });
    expect([status, text.includes('Check your mail')]).toEqual([200, true]);
    expect((await nextMails(1))[0]!.to).toEqual(['cleo@example.org']);
  });

  it('is mailed in the language of the page if the person chose none', async () => {
    await new Browser(app, { 'Accept-Language': 'pt' }).submit(RESET_PAGE, { username: 'cleo' });
    const [mail] = await nextMails(1);
    expect(mail!.to).toEqual(['cleo@example.org']);
    expect(mail!.content).toContain('Abra este link');
  });

  it('is not mailed if the account is not active', async () => {
    await app.as('root').patch('/api/v2/users/dora/').send({ is_active: false }).expect(200);
    await requestAs('dora', '192.0.2.1').expect(204);
    await eventually(waitingJobs, ({ length }) => length === 0);
    expect(smtp.mails).toEqual([]);
  });

  it('is answered alike with and without an account', async () => {
    const pages = ['root', 'unknown', 'unknown@example.org'].map(async (username) => {
      const { status, text } = await new Browser(app).submit(RESET_PAGE, { username });
      return [status, withoutPadding(text).replaceAll(/nonce="[^"]+"|value="[^"]+"/g, '')];
    });
    const [known, ...unknown] = await Promise.all(pages);
    for (const page of unknown) expect(page).toEqual(known);
    await nextMails(1);
  });

  it.each(['', '  ', 'x'.repeat(255), 'a\0b'])('is refused for %j', async (username) => {
    await requestAs(username, '192.0.2.2').expect(400);
    const { status } = await new Browser(app).submit(RESET_PAGE, { username });
    expect(status).toBe(400);
  });

  it('requires a CSRF token on the page', async () => {
    await new Browser(app).post(RESET_PAGE, { username: 'cleo' }).expect(403);
  });

  it('sends three mails an hour for one name, silently', async () => {
    await app.as('root').patch('/api/v2/users/ben/').send({ email: 'ben@example.org' }).expect(200);
    for (let request = 1; request <= 5; request += 1) {
      await requestAs('ben', `198.51.100.${request}`).expect(204);
      await eventually(waitingJobs, ({ length }) => length === 0);
    }
    expect(smtp.mails).toHaveLength(3);
  });

  it('limits the requests of one address', async () => {
    const statuses: number[] = [];
    for (let request = 1; request <= 21; request += 1) {
      statuses.push((await requestAs(`unknown${request}`, '203.0.113.9')).status);
    }
    expect(new Set(statuses.slice(0, 20))).toEqual(new Set([204]));
    const { headers } = await requestAs('unknown', '203.0.113.9').expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await requestAs('unknown', '203.0.113.10').expect(204);
  });
});

it('tries again if the server refuses, and keeps links and passwords out of log and queue', async () => {
  smtp.refusals.push((content) => `Later: ${keyIn(content)}`);
  await app.as('root').post('/api/v2/users/cleo/password-reset/').expect(201);
  const [job] = await eventually(waitingJobs, ([first]) => first !== undefined && first.last_error !== null);
  expect(job!.last_error).toContain('451');
  await app.rows(`UPDATE graphile_worker._private_jobs SET run_at = now()`);
  // Another job wakes the runner.
  await app.as('root').post('/api/v2/users/root/password-reset/').expect(201);
  const recipients = (await nextMails(2)).flatMap(({ to }) => to);
  expect(recipients.toSorted()).toEqual(['cleo@example.org', 'root@example.org']);
  await new Browser(app).get(`${RESET_PAGE}${'a-b-'.padEnd(47, 'x')}/`).expect(404);
  const secrets = [...smtp.mails.map(({ content }) => keyIn(content)), SMTP_PASSWORD, PASSWORD];
  const written = [...log, JSON.stringify(job)].join('\n');
  expect(written).toContain('password-resets.mail');
  for (const secret of secrets) expect(written).not.toContain(secret);
});
