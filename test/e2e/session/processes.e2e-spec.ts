import type { Test } from 'supertest';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';
import { startSecondApp } from '../../support/second-app';
import { grantConsent, exchangeCode, registerClient, withBearer } from '../../support/oauth-client';
import { Browser } from '../../support/browser';

/** Two processes on one database: a revocation in one applies in both. */
let primary: TestApp;
let secondary: TestApp;
let name = 0;

beforeAll(async () => {
  primary = await startApp({ environment: { ROLE: 'api' } });
  secondary = await startSecondApp(primary);
  await primary.addUser('owner');
});
afterAll(async () => {
  await secondary.stop();
  await primary.stop();
});

/** Creates a user with a session from one process, known to the other. */
async function signedIn(): Promise<{ username: string; browser: Browser; getProfile: () => Test }> {
  const username = `user_${(name += 1)}`;
  await primary.addUser(username);
  const browser = new Browser(primary);
  await browser.signIn(username, PASSWORD);
  const elsewhere = new Browser(secondary);
  elsewhere.cookies.set('sessionid', browser.cookies.get('sessionid')!);
  const getProfile = (): Test => elsewhere.get('/me/', 'application/json');
  await getProfile().expect(200);
  return { username, browser, getProfile };
}

const expectEnd = (getProfile: () => Test) =>
  eventually(
    async () => (await getProfile()).status,
    (status) => status === 401,
  );

it('a session ends everywhere when its user signs out', async () => {
  const { browser, getProfile } = await signedIn();
  await browser.submit('/accounts/logout/');
  await expectEnd(getProfile);
});

it('a session ends everywhere when its user changes the password elsewhere', async () => {
  const { username, getProfile } = await signedIn();
  const other = new Browser(primary);
  await other.signIn(username, PASSWORD);
  const next = 'a sentence that is new';
  await other.submit('/accounts/password/change/', {
    current_password: PASSWORD,
    new_password: next,
    repeated_password: next,
  });
  await expectEnd(getProfile);
  await other.get('/me/', 'application/json').expect(200);
});

it('a session ends everywhere when its user sends a new password to the API', async () => {
  const { username, getProfile } = await signedIn();
  await primary
    .as(username)
    .patch('/me/')
    .send({ current_password: PASSWORD, new_password: 'a sentence that is new' })
    .expect(200);
  await expectEnd(getProfile);
});

it('an access token ends everywhere when its grant is revoked', async () => {
  const { username, browser } = await signedIn();
  const client = await registerClient(primary);
  const { body } = await exchangeCode(
    primary,
    client,
    (await grantConsent(browser, client)).get('code')!,
  ).expect(200);
  const getProfile = (): Test => withBearer(secondary, body.access_token).get('/me/');
  await getProfile().expect(200);
  await primary.as(username).delete(`/api/v2/authorized_applications/${client.client_id}/`).expect(204);
  await expectEnd(getProfile);
});
