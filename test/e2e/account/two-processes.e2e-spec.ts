import type { Caller } from '../../support/app';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { waitForNotifications } from '../../support/wait-for-notifications';
import { startSecondApp } from '../../support/second-app';
import { Browser } from '../../support/browser';

describe('two processes on one database', () => {
  let one: TestApp;
  let two: TestApp;

  beforeAll(async () => {
    one = await startApp({ environment: { MAX_FAILED_SIGN_INS: '5' } });
    two = await startSecondApp(one);
    for (const username of ['ann', 'bob', 'carl', 'dora']) await one.addUser(username);
    await one.addUser('root-user', { superuser: true });
  });
  afterAll(async () => {
    await two.stop();
    await one.stop();
  });

  /** Sends requests until the process has cached this caller. */
  const warmUp = async (...callers: Caller[]): Promise<void> => {
    for (const caller of callers)
      for (let time = 0; time < 2; time += 1) await caller.get('/me/').expect(200);
  };

  const signedIn = async (username: string): Promise<Browser> => {
    const browser = new Browser(two);
    await browser.signIn(username, PASSWORD);
    for (let time = 0; time < 2; time += 1) await browser.get('/me/', 'application/json').expect(200);
    return browser;
  };

  it('invalidate a changed password in both', async () => {
    const cachedRequests = two.with(basic('ann'));
    const browser = await signedIn('ann');
    await warmUp(one.with(basic('ann')), cachedRequests);
    await one
      .as('ann')
      .patch('/me/')
      .send({ current_password: PASSWORD, new_password: 'a new password' })
      .expect(200);
    await one.with(basic('ann')).get('/me/').expect(401);
    await waitForNotifications(two);
    await cachedRequests.get('/me/').expect(401);
    await browser.get('/me/', 'application/json').expect(401);
    await two.with(basic('ann', 'a new password')).get('/me/').expect(200);
  });

  it('invalidate the credentials of a deactivated user in both', async () => {
    const callers = [two.with(basic('bob')), two.with(`Token ${one.tokenOf('bob')}`)];
    const browser = await signedIn('bob');
    await warmUp(...callers);
    await one.as('root-user').patch('/api/v2/users/bob/').send({ is_active: false }).expect(200);
    await waitForNotifications(two);
    for (const caller of callers) await caller.get('/me/').expect(401);
    await browser.get('/me/', 'application/json').expect(401);
  });

  it('invalidate a revoked token in both', async () => {
    const { body } = await one.as('carl').post('/api/v2/tokens/').send({ name: 'x' }).expect(201);
    const cachedRequests = two.with(`Token ${body.token}`);
    await warmUp(cachedRequests);
    await one.as('carl').delete(`/api/v2/tokens/${body.uid}/`).expect(204);
    await waitForNotifications(two);
    await cachedRequests.get('/me/').expect(401);
  });

  it('see grants and revocations in both', async () => {
    const user = two.with(`Token ${one.tokenOf('carl')}`);
    await user.get('/api/v2/users/').expect(403);
    await one.as('root-user').patch('/api/v2/users/carl/').send({ is_superuser: true }).expect(200);
    await waitForNotifications(two);
    await user.get('/api/v2/users/').expect(200);
  });

  it('count failed sign-ins together', async () => {
    for (const app of [one, two, one, two, one]) {
      await app.with(basic('dora', 'wrong')).get('/me/').expect(401);
    }
    for (const app of [one, two]) await app.with(basic('dora')).get('/me/').expect(429);
  });
});
