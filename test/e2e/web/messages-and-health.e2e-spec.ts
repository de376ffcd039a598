import { UnavailableError } from '../../../src/domain/errors';
import { Storage } from '../../../src/storage/storage.port';
import { ANONYMOUS, PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

const MESSAGES = '/administration/messages/';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'ann']) await app.addUser(name);
  await app.addUser('root', { superuser: true });
});
afterAll(() => app.stop());

async function signedIn(username: string, at = app): Promise<Browser> {
  const browser = new Browser(at);
  await browser.signIn(username, PASSWORD);
  return browser;
}

describe('messages to all users', () => {
  afterEach(() => app.rows('DELETE FROM in_app_message'));

  const text = { title: '<b>Maintenance</b>', body: 'On **Friday**. <script>alert(1)</script>' };

  it('are announced, shown to every user until closed, and ended', async () => {
    const [root, owner, ann] = await Promise.all(['root', 'owner', 'ann'].map((name) => signedIn(name)));
    const announced = await root!.submit(MESSAGES, { ...text, valid_until: '2999-01-01' });
    expect([announced.status, announced.headers['location']]).toEqual([303, `${MESSAGES}?done=announced`]);
    const shown = (await owner!.get('/projects/').expect(200)).text;
    expect(shown).toContain('<strong>Friday</strong>');
    expect(shown).toContain('&lt;b&gt;Maintenance&lt;/b&gt;');
    expect(shown).not.toContain('<script>alert');
    const close = /action="(\/projects\/messages\/\w+\/)"/.exec(shown)![1]!;
    expect((await owner!.submit('/projects/', {}, close)).status).toBe(303);
    expect((await owner!.get('/projects/')).text).not.toContain('Maintenance');
    expect((await ann!.get('/projects/')).text).toContain('Maintenance');
    const end = /action="(\/administration\/messages\/\w+\/end\/)"/.exec(
      (await root!.get(MESSAGES)).text,
    )![1]!;
    await root!.submit(MESSAGES, {}, end);
    expect((await ann!.get('/projects/')).text).not.toContain('Maintenance');
    expect((await root!.get(MESSAGES)).text).toContain('No messages');
  });

  it('can’t be closed if they are kept, and are not shown before their first day', async () => {
    const [root, owner] = await Promise.all(['root', 'owner'].map((name) => signedIn(name)));
    await root!.submit(MESSAGES, { title: 'Kept', body: 'x', valid_until: '2999-01-01', always: 'yes' });
    const planned = { title: 'Planned', body: 'x', valid_from: '2998-01-01', valid_until: '2999-01-01' };
    await root!.submit(MESSAGES, planned);
    const { text: projects } = await owner!.get('/projects/');
    expect(projects).toContain('Kept');
    expect(projects).not.toMatch(/Planned|\/projects\/messages\//);
    const { body } = await app.as('root').get('/api/v2/announcements/').expect(200);
    expect(body.results).toEqual([
      expect.objectContaining({ title: 'Planned', valid_from: '2998-01-01T00:00:00.000000Z' }),
      expect.objectContaining({ title: 'Kept', always_display_as_new: true }),
    ]);
    for (const { url } of body.results as { url: string }[]) {
      const path = new URL(url).pathname;
      await app.as('owner').delete(path).expect(403);
      await app.as(ANONYMOUS).delete(path).expect(401);
      await app.as('root').delete(path).expect(204);
      await app.as('root').delete(path).expect(404);
    }
  });

  it.each([
    [{ valid_until: '' }, 'Choose the last day.'],
    [{ valid_until: '2001-01-01' }, 'in the future'],
    [{ valid_until: 'soon' }, 'Enter a date or time'],
    [{ valid_from: '3000-01-01' }, 'after it begins'],
    [{ title: '' }, 'Enter a text.'],
    [{ body: 'x'.repeat(20_001) }, 'At most 20000 characters'],
    [{ body: '\u0000' }, 'The text'],
  ])('show the form again for %j', async (change, message) => {
    const root = await signedIn('root');
    const answer = await root.submit(MESSAGES, { ...text, valid_until: '2999-01-01', ...change });
    expect([answer.status, answer.text.includes(message)]).toEqual([400, true]);
    expect(answer.text).toMatch(/&lt;b&gt;Maintenance|Enter a text/);
  });

  it('are managed by superusers only through the API', async () => {
    const path = '/api/v2/announcements/';
    const message = { title: 'API', body: 'x'.repeat(1500), valid_until: '2999-01-01' };
    const { body } = await app.as('root').post(path).send(message).expect(201);
    expect(body).toMatchObject({ title: 'API', snippet: 'x'.repeat(1000), always_display_as_new: false });
    await app
      .as('root')
      .delete(new URL(body.url as string).pathname)
      .expect(204);
    await app.as('root').post(path).send({ title: 'x', body: 'x' }).expect(400);
    await app
      .as('root')
      .post(path)
      .send({ ...message, valid_until: '1' })
      .expect(400);
    for (const [username, status] of [
      ['owner', 403],
      [ANONYMOUS, 401],
    ] as const) {
      await app.as(username).get(path).expect(status);
      await app.as(username).post(path).send(message).expect(status);
    }
  });
});

it('shows the health of the service, with the problem of what fails', async () => {
  const root = await signedIn('root', app.inProcess);
  const healthy = (await root.get('/administration/health/').expect(200)).text;
  expect(healthy).toContain('The service can serve requests.');
  expect(healthy.match(/Responds/g)).toHaveLength(2);
  const storage = jest
    .spyOn(app.nest.get(Storage), 'probe')
    .mockRejectedValue(new UnavailableError('The folder <media> is full.'));
  const failing = (await root.get('/administration/health/').expect(200)).text;
  storage.mockRestore();
  expect(failing).toContain('The folder &lt;media&gt; is full.');
  expect(failing).toContain('can’t serve all requests');
});
