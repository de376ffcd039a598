import type { Test } from 'supertest';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';
import { startBeside } from '../../support/second-process';
import { agree, redeem, registerClient, withBearer } from '../../support/oauth-client';
import { Browser } from '../../support/browser';

/** Two processes of the service on one database: what ends in one has ended in the other. */
let here: TestApp;
let there: TestApp;
let name = 0;

beforeAll(async () => {
  here = await startApp({ environment: { ROLE: 'api' } });
  there = await startBeside(here);
  await here.addUser('owner');
});
afterAll(async () => {
  await there.stop();
  await here.stop();
});

/** A new user who is signed in at one process and known to the other. */
async function signedIn(): Promise<{ username: string; browser: Browser; ask: () => Test }> {
  const username = `user_${(name += 1)}`;
  await here.addUser(username);
  const browser = new Browser(here);
  await browser.signIn(username, PASSWORD);
  const elsewhere = new Browser(there);
  elsewhere.cookies.set('sessionid', browser.cookies.get('sessionid')!);
  const ask = (): Test => elsewhere.get('/me/', 'application/json');
  await ask().expect(200);
  return { username, browser, ask };
}

const ends = (ask: () => Test) =>
  eventually(
    async () => (await ask()).status,
    (status) => status === 401,
  );

it('a session ends everywhere when its user signs out', async () => {
  const { browser, ask } = await signedIn();
  await browser.submit('/accounts/logout/');
  await ends(ask);
});

it('a session ends everywhere when its user changes the password elsewhere', async () => {
  const { username, ask } = await signedIn();
  const other = new Browser(here);
  await other.signIn(username, PASSWORD);
  const next = 'a sentence that is new';
  await other.submit('/accounts/password/change/', {
    current_password: PASSWORD,
    new_password: next,
    repeated_password: next,
  });
  await ends(ask);
  await other.get('/me/', 'application/json').expect(200);
});

it('a session ends everywhere when its user sends a new password to the API', async () => {
  const { username, ask } = await signedIn();
  await here
    .as(username)
    .patch('/me/')
    .send({ current_password: PASSWORD, new_password: 'a sentence that is new' })
    .expect(200);
  await ends(ask);
});

it('an access token ends everywhere when its grant is taken back', async () => {
  const { username, browser } = await signedIn();
  const client = await registerClient(here);
  const { body } = await redeem(here, client, (await agree(browser, client)).get('code')!).expect(200);
  const ask = (): Test => withBearer(there, body.access_token).get('/me/');
  await ask().expect(200);
  await here.as(username).delete(`/api/v2/authorized_applications/${client.client_id}/`).expect(204);
  await ends(ask);
});
