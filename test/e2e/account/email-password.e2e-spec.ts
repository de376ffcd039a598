import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { Browser } from '../../support/browser';
import { FakeClock } from '../../support/clock';
import { SmtpStandIn } from '../../support/smtp-server';

const EMAILS = '/me/emails/';
const FRESH_MS = 10 * 60_000;

/** The address leads to the password, so that a leaked token or an open browser must not change it. */
describe('the password for a change of the address', () => {
  let smtp: SmtpStandIn;
  let app: TestApp;
  let clock: FakeClock;

  beforeAll(async () => {
    smtp = await SmtpStandIn.start({ user: 'mailer', password: 'secret' });
    app = await startApp({
      environment: {
        ROLE: 'api',
        SMTP_URL: `smtp://mailer:secret@${smtp.address}`,
        MAIL_FROM: 'Surveys <surveys@example.org>',
        PUBLIC_URL: 'https://survey.example.org',
      },
    });
    clock = new FakeClock(app, '2026-03-01T08:00:00.000Z');
    for (const name of ['ann', 'ben', 'cleo']) await app.addUser(name);
  });
  afterAll(async () => {
    await app.stop();
    await smtp.stop();
  });

  const waiting = async (username: string): Promise<string[]> => {
    const { body } = await app.as(username).get(EMAILS).expect(200);
    const all = (body as { results: { primary: boolean; email: string }[] }).results;
    return all.filter(({ primary }) => !primary).map(({ email }) => email);
  };

  it('is required with the default token', async () => {
    const email = 'ann@example.net';
    const { body } = await app.as('ann').post(EMAILS).send({ email }).expect(400);
    expect(body).toEqual({ current_password: ['Enter your current password, or sign in again.'] });
    const wrong = { email, current_password: 'quite another phrase' };
    const refused = await app.as('ann').post(EMAILS).send(wrong).expect(400);
    expect(refused.body).toEqual({ current_password: ['Incorrect current password.'] });
    expect(await waiting('ann')).toEqual([]);
    await app.as('ann').post(EMAILS).send({ email, current_password: PASSWORD }).expect(201);
    expect(await waiting('ann')).toEqual([email]);
  });

  it('is the credential itself with Basic, and checked if it is sent too', async () => {
    const ben = app.with(basic('ben'));
    await ben.post(EMAILS).send({ email: 'ben@example.net' }).expect(201);
    await ben.post(EMAILS).send({ email: 'ben@example.com', current_password: 'no' }).expect(400);
    expect(await waiting('ben')).toEqual(['ben@example.net']);
  });

  it('is asked of a session ten minutes after its sign-in, by the API and the page', async () => {
    const browser = new Browser(app);
    await browser.signIn('cleo', PASSWORD);
    clock.advance(FRESH_MS - 1);
    expect((await browser.get('/account/').expect(200)).text).not.toContain('current_password');
    const first = await browser.submit('/account/', { email: 'cleo@example.net' }, '/account/email/');
    expect(first.headers['location']).toBe('/account/?done=mailed');
    clock.advance(1);
    expect((await browser.get('/account/').expect(200)).text).toContain('name="current_password"');
    const fields = { email: 'cleo@example.com' };
    const { status, text } = await browser.submit('/account/', fields, '/account/email/');
    expect([status, text.includes('Enter your current password')]).toEqual([400, true]);
    const csrfmiddlewaretoken = await browser.csrfToken();
    await browser.post(EMAILS, { ...fields, csrfmiddlewaretoken }).expect(400);
    expect(await waiting('cleo')).toEqual(['cleo@example.net']);
    const password = { ...fields, current_password: PASSWORD };
    const second = await browser.submit('/account/', password, '/account/email/');
    expect(second.headers['location']).toBe('/account/?done=mailed');
    expect(await waiting('cleo')).toEqual(['cleo@example.com']);
    await browser.signIn('cleo', PASSWORD);
    await browser
      .post(EMAILS, { email: 'cleo@example.edu', csrfmiddlewaretoken: await browser.csrfToken() })
      .expect(201);
  });
});
