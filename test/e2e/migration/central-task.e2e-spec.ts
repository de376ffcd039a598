import { grant, grantPartially } from '../../factories/asset.factory';
import { versionOf } from '../../factories/central.factory';
import { type MigrationJson, waitForMigration } from '../../factories/migration.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import type { CentralForm, CentralProject } from '../../support/central-data';
import { CentralServer } from '../../support/central-server';
import { FaultyProxy } from '../../support/faulty-proxy';

const PATH = '/api/v2/migrations/';

interface Listed {
  readonly uid: string;
  readonly name: string;
  readonly collection: string | null;
}

describe('moving projects of ODK Central to one’s own account', () => {
  let central: CentralServer;
  let target: TestApp;
  let proxy: FaultyProxy;
  let water: CentralProject;
  let wells: CentralForm;

  beforeAll(async () => {
    target = await startApp({ environment: { DOWNLOAD_ALLOW: '127.0.0.1' } });
    for (const name of ['owner', 'granted', 'partial', 'stranger']) await target.addUser(name);
    await target.addUser('root', { superuser: true });
  });
  beforeEach(async () => {
    for (const table of ['asset', 'migration_task', 'migration_source'])
      await target.rows(`DELETE FROM ${table}`);
    central = await CentralServer.start();
    proxy = await FaultyProxy.start(central.origin);
    water = central.addProject('Water');
    wells = central.addForm(water, 'wells', versionOf('wells', '1', { name: 'text', photo: 'image' }));
    central.submit(wells, '<name>Asha</name><photo>1.jpg</photo>', { files: { '1.jpg': Buffer.from('a') } });
    central.submit(wells, '<name>Ben</name>');
    central.addForm(water, 'pumps', versionOf('pumps', '1', { name: 'text' }));
    central.addForm(water, 'draft');
    const health = central.addProject('Health');
    central.addForm(health, 'clinics', versionOf('clinics', '1', { name: 'text' }));
  });
  afterEach(async () => {
    await proxy.stop();
    await central.stop();
  });
  afterAll(() => target.stop());

  const credentials = () => ({
    from: 'central',
    source: proxy.origin,
    email: central.email,
    password: central.password,
  });
  const list = async (sent: object = credentials()): Promise<Listed[]> => {
    const { body } = await target.as('owner').post(`${PATH}sources/`).send(sent).expect(200);
    return body.assets as Listed[];
  };
  const uidOf = async (name: string): Promise<string> => {
    const found = (await list()).find((asset) => asset.name === name);
    return found!.uid;
  };
  const start = async (assets: readonly string[], sent: object = credentials(), by = 'owner') => {
    const response = await target
      .as(by)
      .post(PATH)
      .send({ ...sent, assets })
      .expect(201);
    return response.body as MigrationJson & { readonly assets: readonly string[] };
  };
  const move = async (assets: readonly string[], sent: object = credentials()): Promise<MigrationJson> =>
    waitForMigration(target, await start(assets, sent));

  it('lists projects with their published forms, and stores nothing', async () => {
    const { body } = await target.as('owner').post(`${PATH}sources/`).send(credentials()).expect(200);
    const assets = body.assets as Listed[];
    const [project] = assets.filter(({ name }) => name === 'Water');
    expect(body).toMatchObject({ from: 'central', source: proxy.origin, username: central.email });
    expect(assets.map(({ name }) => name)).toEqual(['Water', 'Health', 'wells', 'pumps', 'clinics']);
    expect(assets).toContainEqual({
      uid: expect.stringMatching(/^a\w{21}$/),
      name: 'wells',
      asset_type: 'survey',
      collection: project!.uid,
      submissions: 2,
    });
    expect(project).toMatchObject({ asset_type: 'collection', collection: null, submissions: null });
    expect(await target.rows('SELECT FROM migration_task')).toEqual([]);
  });

  it('moves a project with its forms to the caller', async () => {
    central.addAppUser(water, 'Team North', [wells]);
    const project = await uidOf('Water');
    const started = await start([project]);
    expect(started).toMatchObject({ from: 'central', source: proxy.origin });
    expect(['created', 'processing']).toContain(started.status);
    expect(started.assets).toEqual([project, await uidOf('wells'), await uidOf('pumps')]);
    const { report } = await waitForMigration(target, started);
    expect(report).toMatchObject({ equal: true, missing_users: [], failed: [] });
    const moved = report!.assets.find(({ name }) => name === 'wells')!;
    expect(moved).toMatchObject({
      state: 'complete',
      submissions: { created: 2, attachments: 1 },
      comparison: { submissions: { source: 2, here: 2 } },
      notes: [expect.stringContaining('Collectors without a link here: Team North')],
    });
    const { body } = await target
      .as('owner')
      .get(`/api/v2/assets/${String(moved['uid'])}/`)
      .expect(200);
    expect(body).toMatchObject({
      owner__username: 'owner',
      parent: expect.stringContaining(project),
      deployment__active: true,
      deployment__submission_count: 2,
    });
    const again = await move([project]);
    expect(again.report).toMatchObject({ equal: true });
    expect(await target.rows(`SELECT FROM asset`)).toHaveLength(3);
  });

  it('moves a form that is chosen alone, without its project, whatever other projects answer', async () => {
    const uid = await uidOf('clinics');
    proxy.faultOf = (path) => (path.endsWith('/projects/1/forms') ? { status: 403 } : undefined);
    const { report } = await move([uid]);
    expect(report).toMatchObject({ equal: true, failed: [], assets: [{ uid, name: 'clinics' }] });
    const { body } = await target.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
    expect(body.parent).toBeNull();
  });

  it('shows the task to its user only, the moved form by permission', async () => {
    const uid = await uidOf('wells');
    const task = await move([uid]);
    await grant(target, uid, 'granted', ['view_asset', 'view_submissions']);
    await grantPartially(target, uid, 'partial', { view_submissions: [{ name: 'Ben' }] });
    for (const by of ['granted', 'partial', 'stranger', 'root']) {
      await target.as(by).get(`${PATH}${task.uid}/`).expect(404);
      await target.as(by).delete(`${PATH}${task.uid}/`).expect(404);
    }
    for (const [by, count] of [
      ['owner', 2],
      ['granted', 2],
      ['partial', 1],
    ] as const)
      expect((await target.as(by).get(`/api/v2/assets/${uid}/data/`).expect(200)).body.count).toBe(count);
    await target.as('stranger').get(`/api/v2/assets/${uid}/data/`).expect(404);
    const anonymous = target.as(ANONYMOUS);
    await anonymous.get(`${PATH}${task.uid}/`).expect(401);
    await anonymous.post(`${PATH}sources/`).send(credentials()).expect(401);
    await anonymous
      .post(PATH)
      .send({ ...credentials(), assets: [uid] })
      .expect(401);
  });

  it.each([
    [
      'a wrong password',
      { password: 'wrong' },
      { password: [expect.stringContaining('refuses the e-mail')] },
    ],
    ['no password', { password: undefined }, { password: ['This field is required.'] }],
    ['no address and no password', { email: undefined, password: undefined }, { email: 1, password: 1 }],
    ['an empty e-mail address', { email: ' ' }, { email: ['Enter the e-mail address of the account.'] }],
    ['a wrong token', { token: 'wrong' }, { token: [expect.stringContaining('Sign in there again.')] }],
    ['another kind', { from: 'aggregate' }, { from: ['"aggregate" is not a valid choice.'] }],
    ['the password for KoboToolbox', { from: 'kobo' }, { token: ['This field is required.'] }],
    [
      'an address of another server',
      { source: 'http://127.0.0.1:1' },
      { source: [expect.stringContaining('does not respond as ODK Central does')] },
    ],
    ['an unknown form', { assets: ['aUnknown'] }, { assets: [expect.stringContaining('no asset aUnknown')] }],
  ])('refuses %s with 400, by field, and stores nothing', async (_name, change, fields) => {
    const sent = { ...credentials(), assets: [await uidOf('wells')], ...change };
    const { body } = await target.as('owner').post(PATH).send(sent).expect(400);
    const expected = Object.entries(fields).map(([key, value]) => [
      key,
      value === 1 ? expect.anything() : value,
    ]);
    expect(body).toEqual(Object.fromEntries(expected));
    expect(await target.rows('SELECT FROM migration_task')).toEqual([]);
  });

  it('refuses more than 100 projects and forms', async () => {
    for (let number = 0; number < 100; number += 1)
      central.addForm(water, `form${number}`, versionOf(`form${number}`, '1', { name: 'text' }));
    const sent = { ...credentials(), assets: [await uidOf('Water')] };
    const { body } = await target.as('owner').post(PATH).send(sent).expect(400);
    expect(body).toEqual({ assets: ['These are 103 projects and forms. Choose at most 100.'] });
  });

  it('keeps the password encrypted until the end, and nowhere afterwards', async () => {
    const uid = await uidOf('wells');
    proxy.faultOf = (path) => (path.includes('.svc/') ? 'hang' : undefined);
    const task = await start([uid]);
    const [row] = await target.rows<{ token: Buffer; text: string }>(
      'SELECT token, row_to_json(migration_task)::text AS text FROM migration_task',
    );
    for (const text of [row!.text, row!.token.toString('latin1'), JSON.stringify(task)])
      expect(text).not.toContain(central.password);
    await target.as('owner').delete(`${PATH}${task.uid}/`).expect(204);
    proxy.faultOf = () => undefined;
    const done = await move([uid]);
    expect(await target.rows('SELECT token FROM migration_task')).toEqual([{ token: null }]);
    expect(JSON.stringify(done)).not.toContain(central.password);
  });

  it('renews its session, and moves with the token of a session until that ends', async () => {
    const uid = await uidOf('wells');
    const token = central.openSession();
    const { from, source } = credentials();
    const moved = await move([uid], { from, source, token });
    expect(moved.report).toMatchObject({ equal: true });
    // Looking at the source, and then the task, sign in.
    const signIns = central.signIns;
    proxy.faultOf = (path) => {
      if (path.includes('.svc/') && central.signIns === signIns + 2) central.expireSessions();
      return undefined;
    };
    expect((await move([uid])).report).toMatchObject({ equal: true });
    expect(central.signIns).toBe(signIns + 3);
    central.expireSessions();
    proxy.faultOf = (path) => {
      if (path.includes('.svc/')) central.expireSessions();
      return undefined;
    };
    const ended = await move([uid], { from, source, token: central.openSession() });
    expect(ended).toMatchObject({
      status: 'error',
      error: expect.stringContaining('The server refuses the session. Sign in again'),
    });
  });

  it('names parts that the source refuses, and leaves the form archived', async () => {
    const uid = await uidOf('wells');
    proxy.faultOf = (path) => (path.endsWith('1.jpg') ? { status: 403 } : undefined);
    const { report } = await move([uid]);
    expect(report).toMatchObject({ equal: false, assets: [{ state: 'incomplete' }] });
    expect(report!.assets[0]!.problems).toEqual([
      expect.stringContaining('1.jpg cannot be read at the source'),
    ]);
    const { body } = await target.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
    expect(body.deployment__active).toBe(false);
  });
});
