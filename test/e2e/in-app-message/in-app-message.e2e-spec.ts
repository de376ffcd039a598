import { InAppMessageService } from '../../../src/modules/account/message/in-app-message.service';
import { JobRegistry } from '../../../src/jobs/job-queue.port';
import { makeAsset } from '../../factories/asset.factory';
import { startApp, type TestApp } from '../../support/app';
import { FakeClock } from '../../support/clock';

const MESSAGES = '/help/in_app_messages/';
const INVITES = '/api/v2/project-ownership/invites/';
const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
let clock: FakeClock;

beforeAll(async () => {
  app = await startApp();
  clock = new FakeClock(app, '2026-11-24T08:00:00.000Z');
  for (const name of ['owner', 'ann', 'bob']) await app.addUser(name);
});
afterAll(() => app.stop());
afterEach(() => app.rows('DELETE FROM in_app_message'));

const inDays = (days: number): Date => new Date(clock.now().getTime() + days * DAY_MS);
const announce = async (values: object = {}): Promise<string> => {
  const { uid } = await app.nest.get(InAppMessageService, { strict: false }).announce({
    title: 'Maintenance',
    snippet: 'On *Friday*.',
    body: 'From **20:00**.',
    validUntil: inDays(1),
    ...values,
  });
  return uid;
};
const listOf = async (username: string) => (await app.as(username).get(MESSAGES).expect(200)).body;

describe('GET /help/in_app_messages/', () => {
  it('is 401 for anonymous callers', async () => {
    await announce();
    await app.as('anonymous').get(MESSAGES).expect(401);
  });

  it('is empty without messages', async () => {
    expect(await listOf('ann')).toEqual({ count: 0, next: null, previous: null, results: [] });
  });

  it('lists a message to every user, in Markdown and HTML', async () => {
    const uid = await announce();
    for (const name of ['ann', 'bob']) {
      expect(await listOf(name)).toEqual({
        count: 1,
        next: null,
        previous: null,
        results: [
          {
            url: `${app.origin}${MESSAGES}${uid}/`,
            uid: expect.stringMatching(/^iam\w{21}$/),
            title: 'Maintenance',
            snippet: 'On *Friday*.',
            body: 'From **20:00**.',
            html: { snippet: '<p>On <em>Friday</em>.</p>', body: '<p>From <strong>20:00</strong>.</p>' },
            interactions: {},
            always_display_as_new: false,
          },
        ],
      });
    }
  });

  it('has the newest first, in pages', async () => {
    const first = await announce({ title: 'first' });
    clock.advance(1000);
    const second = await announce({ title: 'second' });
    const { body } = await app.as('ann').get(`${MESSAGES}?limit=1`).expect(200);
    expect(body).toMatchObject({ count: 2, results: [{ uid: second }] });
    const { body: next } = await app.as('ann').get(`${MESSAGES}?limit=1&start=1`).expect(200);
    expect(next).toMatchObject({ next: null, results: [{ uid: first }] });
  });

  it('shows a message from its begin to its end only', async () => {
    const uid = await announce({ validFrom: inDays(1), validUntil: inDays(2) });
    expect((await listOf('ann')).count).toBe(0);
    await app.as('ann').get(`${MESSAGES}${uid}/`).expect(404);
    clock.advance(DAY_MS);
    expect((await listOf('ann')).count).toBe(1);
    clock.advance(DAY_MS);
    expect((await listOf('ann')).count).toBe(0);
    await app
      .as('ann')
      .patch(`${MESSAGES}${uid}/`)
      .send({ interactions: { acknowledged: true } })
      .expect(404);
  });

  it('hides a message that is not published', async () => {
    await announce();
    await app.rows('UPDATE in_app_message SET published = false');
    expect((await listOf('ann')).count).toBe(0);
  });

  it('shows markup of the operator as text', async () => {
    await announce({ body: '<script>alert(1)</script> ![x](https://evil.example/p.png)' });
    const [{ html }] = (await listOf('ann')).results;
    expect(html.body).toContain('&lt;script&gt;');
    expect(html.body).not.toContain('<img');
  });
});

describe('PATCH /help/in_app_messages/{uid}/', () => {
  it('keeps what each user did, key by key', async () => {
    const path = `${MESSAGES}${await announce()}/`;
    const readTime = '2026-11-24T08:00:00.000Z';
    const patch = (interactions: unknown) => app.as('ann').patch(path).send({ interactions });
    const { body } = await patch({ readTime }).expect(200);
    expect(body.interactions).toEqual({ readTime });
    await patch({ acknowledged: true, other: 1 }).expect(200);
    await patch({}).expect(200);
    expect((await app.as('ann').get(path)).body.interactions).toEqual({ readTime, acknowledged: true });
    expect((await listOf('ann')).results[0].interactions).toEqual({ readTime, acknowledged: true });
    expect((await listOf('bob')).results[0].interactions).toEqual({});
  });

  it('changes nothing else', async () => {
    const path = `${MESSAGES}${await announce()}/`;
    const { body } = await app.as('ann').patch(path).send({ title: 'Mine', uid: 'x' }).expect(200);
    expect(body.title).toBe('Maintenance');
  });

  it.each([[{ readTime: 'soon' }], [{ acknowledged: 'yes' }], ['text'], [null], [[1]]])(
    'rejects the interactions %j (400)',
    async (interactions) => {
      const path = `${MESSAGES}${await announce()}/`;
      const { body } = await app.as('ann').patch(path).send({ interactions }).expect(400);
      expect(Object.keys(body)).toEqual(['interactions']);
    },
  );

  it('is 401 for anonymous callers and 404 without a message', async () => {
    const path = `${MESSAGES}${await announce()}/`;
    await app.as('anonymous').patch(path).send({ interactions: {} }).expect(401);
    await app.as('ann').patch(`${MESSAGES}iamUnknown/`).send({ interactions: {} }).expect(404);
  });
});

describe('an ownership invite', () => {
  const invite = async (name: string, recipient = 'ann'): Promise<string> => {
    const { uid } = await makeAsset(app, { name });
    const { body } = await app
      .as('owner')
      .post(INVITES)
      .send({ recipient: `/api/v2/users/${recipient}/`, assets: [uid] })
      .expect(201);
    return new URL(body.url as string).pathname;
  };

  it('sends a message to the recipient only, with names as text', async () => {
    const path = await invite('Wells <b>*2*</b> [x](javascript:1)');
    const { count, results } = await listOf('ann');
    expect(count).toBe(1);
    expect(results[0].title).toBe('owner wants to transfer projects to you');
    expect(results[0].html.body).toContain('Wells &lt;b&gt;*2*&lt;/b&gt; [x](javascript:1)');
    // KoboToolbox's application asks at this address; without it, the start page leads to the projects.
    expect(results[0].html.body).toContain(
      `<a href="/#/projects/home?invite=${path.split('/').at(-2)}">Accept or decline</a>`,
    );
    for (const other of ['owner', 'bob']) {
      expect((await listOf(other)).count).toBe(0);
      await app
        .as(other)
        .get(new URL(results[0].url as string).pathname)
        .expect(404);
      await app
        .as(other)
        .patch(new URL(results[0].url as string).pathname)
        .send({ interactions: { acknowledged: true } })
        .expect(404);
    }
  });

  it.each([
    ['accepted', 'ann'],
    ['declined', 'ann'],
    ['cancelled', 'owner'],
  ])('ends its message once %s', async (status, by) => {
    const path = await invite('Wells');
    await app.as(by).patch(path).send({ status }).expect(200);
    expect((await listOf('ann')).count).toBe(0);
  });

  it('ends its message when it expires', async () => {
    await invite('Wells');
    clock.advance(14 * DAY_MS);
    expect((await listOf('ann')).count).toBe(0);
  });
});

describe('the scheduled cleanup', () => {
  it('deletes messages that ended 90 days ago', async () => {
    await announce();
    const jobs = app.nest.get(JobRegistry).scheduledJobs;
    const run = () => jobs.find(({ name }) => name === 'in-app-messages.prune')!.run();
    clock.advance(90 * DAY_MS);
    await run();
    expect(await app.rows('SELECT FROM in_app_message')).toHaveLength(1);
    clock.advance(2 * DAY_MS);
    await run();
    expect(await app.rows('SELECT FROM in_app_message')).toEqual([]);
  });
});
