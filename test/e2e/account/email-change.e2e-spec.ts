import { ANONYMOUS, PASSWORD, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { Browser } from '../../support/browser';
import { FakeClock } from '../../support/clock';
import { eventually } from '../../support/eventually';
import { type ReceivedMail, SmtpStandIn } from '../../support/smtp-server';

const ORIGIN = 'https://survey.example.org';
const EMAILS = '/me/emails/';
const CONFIRMATIONS = '/api/v2/email-confirmations/';
const HOUR = 60 * 60_000;
const USED = 'The link was used, has expired or was replaced. Ask for a new one on your account page.';

let smtp: SmtpStandIn;
let app: TestApp;
let clock: FakeClock;

beforeAll(async () => {
  smtp = await SmtpStandIn.start({ user: 'mailer', password: 'secret' });
  app = await startApp({
    environment: {
      SMTP_URL: `smtp://mailer:secret@${smtp.address}`,
      MAIL_FROM: 'Surveys <surveys@example.org>',
      PUBLIC_URL: ORIGIN,
    },
  });
  clock = new FakeClock(app, '2026-03-01T08:00:00.000Z');
  for (const name of ['ann', 'ben', 'cleo', 'dora', 'emil', 'finn', 'gina', 'hugo']) await app.addUser(name);
  await app.addUser('root', { superuser: true });
});
afterAll(async () => {
  await app.stop();
  await smtp.stop();
});
beforeEach(() => smtp.mails.splice(0));

const asOwner = (username: string) => app.with(basic(username));
const change = (username: string, email: unknown) => asOwner(username).post(EMAILS).send({ email });
const confirm = (key: string) => app.as(ANONYMOUS).post(CONFIRMATIONS).send({ key });
const primary = (email: string) => ({ primary: true, email, verified: true });
const pending = (email: string) => ({ primary: false, email, verified: false });
const pathIn = ({ content }: ReceivedMail): string =>
  /\/accounts\/emails\/confirm\/[\w-]+\//.exec(content)![0];
const keyIn = (mail: ReceivedMail): string => pathIn(mail).split('/').at(-2)!;

async function emailsOf(username: string): Promise<unknown> {
  const { body } = await app.as(username).get(EMAILS).expect(200);
  return (body as { results: unknown }).results;
}

async function mailTo(address: string): Promise<ReceivedMail> {
  const isTo = ({ to }: ReceivedMail) => to.includes(address);
  await eventually(
    () => Promise.resolve(smtp.mails),
    (mails) => mails.some(isTo),
  );
  return smtp.mails.findLast(isTo)!;
}

const signedIn = (username: string) => Browser.signedIn(app, username);

describe('a change of the address', () => {
  it('is confirmed by a link to the new address, and noted at the one before', async () => {
    const { body } = await change('ann', ' ann@example.net ').expect(201);
    expect(body).toEqual(pending('ann@example.net'));
    expect(await emailsOf('ann')).toEqual([primary('ann@example.org'), pending('ann@example.net')]);
    const mail = await mailTo('ann@example.net');
    expect(mail.content).toContain('Subject: Confirm your address at survey.example.org');
    expect(mail.content).toContain('    ann\n');
    expect(mail.content).toContain(`${ORIGIN}${pathIn(mail)}`);
    await confirm(keyIn(mail)).expect(204);
    expect(await emailsOf('ann')).toEqual([primary('ann@example.net')]);
    const note = await mailTo('ann@example.org');
    expect(note.content).toContain('Subject: Your address at survey.example.org was changed');
    expect(note.content).not.toContain('ann@example.net');
    expect((await confirm(keyIn(mail)).expect(400)).body).toEqual({ key: [USED] });
  });

  it('is in the audit log', async () => {
    const { body } = await app
      .as('root')
      .get('/api/v2/audit-logs/')
      .query({ q: 'metadata__account:ann' })
      .expect(200);
    const entries = (body as { results: { username: string; metadata: object }[] }).results;
    expect(entries.map(({ metadata }) => metadata)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          account: 'ann',
          email_change: 'requested',
          unverified_email: 'ann@example.net',
        }),
        expect.objectContaining({
          account: 'ann',
          email_change: 'confirmed',
          email: { old: 'ann@example.org', new: 'ann@example.net' },
        }),
      ]),
    );
  });

  it('replaces an earlier one, whose link ends', async () => {
    await change('ben', 'one@example.net').expect(201);
    const first = keyIn(await mailTo('one@example.net'));
    await change('ben', 'two@example.net').expect(201);
    const second = keyIn(await mailTo('two@example.net'));
    expect(await emailsOf('ben')).toEqual([primary('ben@example.org'), pending('two@example.net')]);
    await confirm(first).expect(400);
    await confirm(second).expect(204);
    expect(await emailsOf('ben')).toEqual([primary('two@example.net')]);
  });

  it('is dropped, also twice', async () => {
    await change('cleo', 'cleo@example.net').expect(201);
    const key = keyIn(await mailTo('cleo@example.net'));
    for (let time = 0; time < 2; time += 1) await asOwner('cleo').delete(EMAILS).expect(204);
    expect(await emailsOf('cleo')).toEqual([primary('cleo@example.org')]);
    await confirm(key).expect(400);
  });

  it('gives an address to an account that has none, without a note', async () => {
    await app.as('root').patch('/api/v2/users/hugo/').send({ email: '' }).expect(200);
    await change('hugo', 'hugo@example.net').expect(201);
    expect(await emailsOf('hugo')).toEqual([pending('hugo@example.net')]);
    await confirm(keyIn(await mailTo('hugo@example.net'))).expect(204);
    expect(await emailsOf('hugo')).toEqual([primary('hugo@example.net')]);
  });

  it.each([
    '',
    'ben',
    'ben@',
    'a b@example.org',
    `${'b'.repeat(250)}@example.org`,
    'a\0@b.org',
    null,
    undefined,
  ])('is refused for %j', async (email) => {
    const { body } = await change('dora', email).expect(400);
    expect(body).toEqual({ email: [expect.any(String)] });
  });

  it('is refused for the address of the account, in any letter case', async () => {
    const { body } = await change('dora', 'Dora@example.org').expect(400);
    expect(body).toEqual({ email: ['Your account has this address already. Enter another one.'] });
  });

  it('does not tell whether another account has the address', async () => {
    const { body } = await change('dora', 'root@example.org').expect(201);
    expect(body).toEqual(pending('root@example.org'));
  });

  it('needs an own credential', async () => {
    await app.as(ANONYMOUS).get(EMAILS).expect(401);
    await app.as(ANONYMOUS).post(EMAILS).send({ email: 'x@example.net' }).expect(401);
    await app.as(ANONYMOUS).delete(EMAILS).expect(401);
    const { body } = await asOwner('dora').post('/api/v2/tokens/').send({ name: 'script' }).expect(201);
    const delegated = app.with(`Token ${(body as { token: string }).token}`);
    await delegated.get(EMAILS).expect(200);
    await delegated.post(EMAILS).send({ email: 'x@example.net' }).expect(403);
    await delegated.delete(EMAILS).expect(403);
  });
});

describe('a link', () => {
  const linkFor = async (username: string): Promise<string> => {
    await change(username, `${username}@example.net`).expect(201);
    return pathIn(await mailTo(`${username}@example.net`));
  };
  const expectUnusable = async (path: string): Promise<void> => {
    const { text } = await new Browser(app).get(path).expect(404);
    expect(text).toContain('The link can’t be used');
    expect(text).not.toContain('Confirm the address');
  };

  it('changes nothing until its button is pressed, once', async () => {
    const path = await linkFor('emil');
    const visitor = new Browser(app);
    const { text } = await visitor.get(path).expect(200);
    expect(text).toMatch(/emil<\/strong>.*emil@example\.net/s);
    expect(await emailsOf('emil')).toEqual([primary('emil@example.org'), pending('emil@example.net')]);
    await visitor.post(path).expect(403);
    const confirmed = await visitor.submit(path);
    expect([confirmed.status, confirmed.text.includes('The address is confirmed')]).toEqual([200, true]);
    expect(await emailsOf('emil')).toEqual([primary('emil@example.net')]);
    await expectUnusable(path);
    const again = await visitor.post(path, { csrfmiddlewaretoken: await visitor.csrfToken() });
    expect([again.status, again.text.includes('The link can’t be used')]).toEqual([404, true]);
  });

  it('ends after 24 hours', async () => {
    const path = await linkFor('finn');
    clock.advance(24 * HOUR - 1);
    await new Browser(app).get(path).expect(200);
    clock.advance(1);
    await expectUnusable(path);
    expect(await emailsOf('finn')).toEqual([primary('finn@example.org'), pending('finn@example.net')]);
  });

  it('is refused if it is forged', async () => {
    const path = await linkFor('gina');
    for (const forged of [
      path.replace(/.\/$/, (end) => (end === 'A/' ? 'E/' : 'A/')),
      path.replace(/confirm\/[^-]+/, 'confirm/1'),
      '/accounts/emails/confirm/x/',
      `/accounts/emails/confirm/zzzzzzzz-zzzzzzzzzz-${'x'.repeat(43)}/`,
    ]) {
      await expectUnusable(forged);
    }
  });

  it('ends when a superuser changes the address, and with the account', async () => {
    const gina = await linkFor('gina');
    await app.as('root').patch('/api/v2/users/gina/').send({ email: 'gina@example.com' }).expect(200);
    await expectUnusable(gina);
    expect(await emailsOf('gina')).toEqual([primary('gina@example.com')]);
    const finn = await linkFor('finn');
    for (const is_active of [false, true]) {
      await app.as('root').patch('/api/v2/users/finn/').send({ is_active }).expect(200);
      await expectUnusable(finn);
    }
  });

  it('ends when the password changes', async () => {
    const path = await linkFor('cleo');
    await app.as('root').patch('/api/v2/users/cleo/').send({ password: 'quite another phrase' }).expect(200);
    await expectUnusable(path);
  });
});

describe('limits', () => {
  it('sends three mails an hour to one address', async () => {
    const email = 'crowded@example.net';
    for (const username of ['ann', 'ben', 'ann']) await change(username, email).expect(201);
    const { headers } = await change('ben', email).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    clock.advance(HOUR);
    await change('ben', email).expect(201);
  });

  it('sends twenty mails an hour for one account', async () => {
    clock.advance(HOUR);
    for (let mail = 1; mail <= 20; mail += 1) await change('ann', `ann${mail}@example.net`).expect(201);
    await change('ann', 'ann21@example.net').expect(429);
    expect(await emailsOf('ann')).toEqual([primary('ann@example.net'), pending('ann20@example.net')]);
  });
});

describe('the account page', () => {
  it('mails the link in its language if the person chose none', async () => {
    const hugo = new Browser(app, { 'Accept-Language': 'fr' });
    await hugo.signIn('hugo', PASSWORD);
    await hugo.submit('/account/', { email: 'hugo@example.com' }, '/account/email/');
    expect((await mailTo('hugo@example.com')).content).toContain('Ouvrez ce lien et appuyez');
  });

  it('changes the address and drops the change', async () => {
    const dora = await signedIn('dora');
    const { headers } = await dora.submit('/account/', { email: 'dora@example.net' }, '/account/email/');
    expect(headers['location']).toBe('/account/?done=mailed');
    const { text } = await dora.get('/account/?done=mailed').expect(200);
    expect(text).toContain('A link to confirm the new address is on its way to it.');
    expect(text).toMatch(/Waiting for confirmation:\s*<strong dir="auto">dora@example\.net/);
    const dropped = await dora.submit('/account/', {}, '/account/email/delete/');
    expect(dropped.headers['location']).toBe('/account/?done=dropped');
    expect((await dora.get('/account/')).text).not.toContain('Waiting for confirmation');
    expect(await emailsOf('dora')).toEqual([primary('dora@example.org')]);
  });

  it('explains what is wrong with an address', async () => {
    const dora = await signedIn('dora');
    const { status, text } = await dora.submit('/account/', { email: 'do"ra' }, '/account/email/');
    expect(status).toBe(400);
    expect(text).toContain('Enter a valid e-mail address, such as ann@example.org.');
    expect(text).toContain('value="do&quot;ra"');
  });

  it('requires a session and a CSRF token', async () => {
    const dora = await signedIn('dora');
    for (const path of ['/account/email/', '/account/email/delete/']) {
      await dora.post(path).expect(403);
      const visitor = new Browser(app);
      const { status } = await visitor.post(path, { csrfmiddlewaretoken: await visitor.csrfToken() });
      expect([302, 303, 401]).toContain(status);
    }
  });
});
