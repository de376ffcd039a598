import type { Response } from 'supertest';
import { makeDeployedAsset, grant } from '../../factories/asset.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import { ANONYMOUS, type Caller, PASSWORD, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { Browser } from '../../support/browser';
import { notifyingPid, withHeldNotifications } from '../../support/held-notifications';
import { exchangeCode, grantConsent, registerClient, withBearer } from '../../support/oauth-client';
import { startSecondApp } from '../../support/second-app';

const NEW_PASSWORD = 'a sentence that is new';

describe('two processes on one database', () => {
  let one: TestApp;
  let two: TestApp;
  let number = 0;

  beforeAll(async () => {
    one = await startApp({ environment: { MAX_FAILED_SIGN_INS: '5', ROLE: 'api' } });
    two = await startSecondApp(one);
    await one.addUser('owner');
    await one.addUser('root-user', { superuser: true });
  });
  afterAll(async () => {
    await two.stop();
    await one.stop();
  });

  async function newUser(): Promise<string> {
    const username = `user_${(number += 1)}`;
    await one.addUser(username);
    return username;
  }

  /** Request to the second process by each kind of credentials of a user; all are cached there. */
  async function cachedCallers(username: string): Promise<(() => Promise<Response>)[]> {
    const browser = new Browser(one);
    await browser.signIn(username, PASSWORD);
    const elsewhere = new Browser(two);
    elsewhere.cookies.set('sessionid', browser.cookies.get('sessionid')!);
    const client = await registerClient(one);
    const code = (await grantConsent(browser, client)).get('code')!;
    const { body } = await exchangeCode(one, client, code).expect(200);
    const get = (caller: Caller) => async () => caller.get('/me/');
    const callers = [
      get(two.with(`Token ${one.tokenOf(username)}`)),
      get(two.with(basic(username))),
      get(withBearer(two, body.access_token)),
      async () => elsewhere.get('/me/', 'application/json'),
    ];
    for (const send of callers) expect([await statusOf(send), await statusOf(send)]).toEqual([200, 200]);
    return callers;
  }

  const statusOf = async (send: () => Promise<Response>): Promise<number> => (await send()).status;
  const statusesOf = (requests: readonly (() => Promise<Response>)[]) =>
    Promise.all(requests.map((send) => statusOf(send)));

  /** Statuses of the next requests to the second process after a change by the first. */
  const afterChange = (change: () => Promise<unknown>, requests: readonly (() => Promise<Response>)[]) =>
    withHeldNotifications(two, change, () => statusesOf(requests));

  describe('refuse at the next request', () => {
    it('all credentials of a user who sends a new password to the API', async () => {
      const username = await newUser();
      const change = () =>
        one
          .as(username)
          .patch('/me/')
          .send({ current_password: PASSWORD, new_password: NEW_PASSWORD })
          .expect(200);
      expect(await afterChange(change, await cachedCallers(username))).toEqual([401, 401, 401, 401]);
      await two.with(basic(username, NEW_PASSWORD)).get('/me/').expect(200);
    });

    it('all credentials of a user who changes the password on a page, except its session', async () => {
      const username = await newUser();
      const callers = await cachedCallers(username);
      const browser = new Browser(one);
      await browser.signIn(username, PASSWORD);
      const change = () =>
        browser.submit('/accounts/password/change/', {
          current_password: PASSWORD,
          new_password: NEW_PASSWORD,
          repeated_password: NEW_PASSWORD,
        });
      expect(await afterChange(change, callers)).toEqual([401, 401, 401, 401]);
      await browser.get('/me/', 'application/json').expect(200);
    });

    it('all credentials of a user who was deactivated', async () => {
      const username = await newUser();
      const change = () =>
        one.as('root-user').patch(`/api/v2/users/${username}/`).send({ is_active: false }).expect(200);
      expect(await afterChange(change, await cachedCallers(username))).toEqual([401, 401, 401, 401]);
    });

    it('a token that was revoked', async () => {
      const { body } = await one.as('owner').post('/api/v2/tokens/').send({ name: 'x' }).expect(201);
      const send = async () => two.with(`Token ${body.token}`).get('/me/');
      expect([await statusOf(send), await statusOf(send)]).toEqual([200, 200]);
      const change = () => one.as('owner').delete(`/api/v2/tokens/${body.uid}/`).expect(204);
      expect(await afterChange(change, [send])).toEqual([401]);
    });

    it('an access token whose grant was revoked', async () => {
      const username = await newUser();
      const callers = await cachedCallers(username);
      const { body } = await one.as(username).get('/api/v2/authorized_applications/').expect(200);
      const { client_id } = (body.results ?? body)[0];
      const change = () =>
        one.as(username).delete(`/api/v2/authorized_applications/${client_id}/`).expect(204);
      expect(await afterChange(change, callers)).toEqual([200, 200, 401, 200]);
    });

    it('a session that its user ended', async () => {
      const username = await newUser();
      const browser = new Browser(one);
      await browser.signIn(username, PASSWORD);
      const elsewhere = new Browser(two);
      elsewhere.cookies.set('sessionid', browser.cookies.get('sessionid')!);
      const send = async () => elsewhere.get('/me/', 'application/json');
      expect([await statusOf(send), await statusOf(send)]).toEqual([200, 200]);
      expect(await afterChange(() => browser.submit('/accounts/logout/'), [send])).toEqual([401]);
    });

    it('a superuser whose rights were taken away', async () => {
      const username = await newUser();
      const send = async () => two.with(`Token ${one.tokenOf(username)}`).get('/api/v2/users/');
      const become = (isSuperuser: boolean) => () =>
        one
          .as('root-user')
          .patch(`/api/v2/users/${username}/`)
          .send({ is_superuser: isSuperuser })
          .expect(200);
      expect(await statusOf(send)).toBe(403);
      expect(await afterChange(become(true), [send])).toEqual([200]);
      expect(await afterChange(become(false), [send])).toEqual([403]);
    });
  });

  describe('see at the next request', () => {
    let uid: string;
    let reader: string;
    let requests: (() => Promise<Response>)[];

    /** Read data and files, and submit, by a user, and read and submit without credentials. */
    beforeEach(async () => {
      reader = await newUser();
      ({ uid } = await makeDeployedAsset(one));
      await grant(one, uid, reader, ['change_asset', 'add_submissions']);
      await grant(one, uid, ANONYMOUS, ['view_asset', 'add_submissions']);
      const path = `/api/v2/assets/${uid}/`;
      const [user, nobody] = [two.with(`Token ${one.tokenOf(reader)}`), two.as(ANONYMOUS)];
      requests = [
        async () => user.get(`${path}data/`),
        async () => user.get(`${path}files/`),
        async () => submission(user, instanceXml(uid)),
        async () => nobody.get(path),
        async () => submission(nobody, instanceXml(uid), [], '/owner/submission'),
      ];
      for (let time = 0; time < 2; time += 1) {
        expect(await statusesOf(requests)).toEqual([404, 200, 201, 200, 201]);
      }
    });

    it('permissions that were granted and taken away', async () => {
      const give = () => grant(one, uid, reader, ['view_submissions']);
      expect(await afterChange(give, requests)).toEqual([200, 200, 201, 200, 201]);
      const take = async () => {
        const path = `/api/v2/assets/${uid}/permission-assignments/`;
        const { body } = await one.as('owner').get(path).expect(200);
        for (const { url, user } of body as { url: string; user: string }[]) {
          if (!user.includes('/owner/')) await one.as('owner').delete(new URL(url).pathname);
        }
      };
      expect(await afterChange(take, requests)).toEqual([404, 404, 403, 404, 401]);
    });

    it('a deployment that was archived and one that replaces it', async () => {
      const path = `/api/v2/assets/${uid}/deployment/`;
      const archive = () => one.as('owner').patch(path).send({ active: false }).expect(200);
      expect(await afterChange(archive, requests)).toEqual([404, 200, 405, 200, 405]);
      const content = { survey: [{ type: 'text', name: 'other', label: 'Other' }] };
      const redeploy = async () => {
        const { body } = await one.as('owner').patch(`/api/v2/assets/${uid}/`).send({ content }).expect(200);
        await one.as('owner').patch(path).send({ version_id: body.version_id, active: true }).expect(200);
      };
      expect(await afterChange(redeploy, requests)).toEqual([404, 200, 201, 200, 201]);
      const form = async () => two.with(`Token ${one.tokenOf('owner')}`).get(`/forms/${uid}/form.xml`);
      expect((await form()).text).toContain('other');
    });

    it('a project that was deleted', async () => {
      const remove = () => one.as('owner').delete(`/api/v2/assets/${uid}/`).expect(204);
      expect(await afterChange(remove, requests)).toEqual([404, 404, 404, 404, 401]);
    });
  });

  it('report health and metrics while notifications hang', async () => {
    const pid = await notifyingPid(two);
    let isServed = false;
    process.kill(pid, 'SIGSTOP');
    try {
      const waiting = two
        .with(`Token ${one.tokenOf('owner')}`)
        .get('/me/')
        .expect(200)
        .then(() => (isServed = true));
      for (const path of ['/health/ready', '/metrics']) await two.as(ANONYMOUS).get(path).expect(200);
      expect(isServed).toBe(false);
      process.kill(pid, 'SIGCONT');
      await waiting;
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  it('count failed sign-ins together', async () => {
    const username = await newUser();
    for (const app of [one, two, one, two, one]) {
      await app.with(basic(username, 'wrong')).get('/me/').expect(401);
    }
    for (const app of [one, two]) await app.with(basic(username)).get('/me/').expect(429);
  });
});
