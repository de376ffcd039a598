import { grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { makeForm, startMigration, waitForMigration } from '../../factories/migration.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';
import { FaultyProxy } from '../../support/faulty-proxy';

const PATH = '/api/v2/migrations/';

describe('moving projects to one’s own account', () => {
  let source: TestApp;
  let target: TestApp;
  let proxy: FaultyProxy;

  beforeAll(async () => {
    [source, target] = [
      await startApp({ hasOneProcess: true }),
      await startApp({ environment: { DOWNLOAD_ALLOW: '127.0.0.1' } }),
    ];
    for (const name of ['asha', 'helper']) await source.addUser(name);
    for (const name of ['owner', 'helper', 'stranger', 'asha']) await target.addUser(name);
    await target.addUser('root', { superuser: true });
    proxy = await FaultyProxy.start(source.origin);
  });
  beforeEach(async () => {
    await source.rows('DELETE FROM asset');
    await target.rows('DELETE FROM migration_task');
    proxy.faultOf = () => undefined;
    proxy.paths.length = 0;
  });
  afterAll(async () => {
    await proxy.stop();
    await target.stop();
    await source.stop();
  });

  const credentials = (by = 'asha') => ({ source: proxy.origin, token: source.tokenOf(by) });
  const start = (assets: readonly string[], by = 'owner') =>
    startMigration(target, { ...credentials(), assets }, { by });
  const move = async (assets: readonly string[], by = 'owner') =>
    waitForMigration(target, await start(assets, by), { by });
  const assetOf = async (uid: string, by = 'owner') =>
    (await target.as(by).get(`/api/v2/assets/${uid}/`).expect(200)).body as Record<string, unknown>;
  /** Holds requests to data until the task is at them. */
  const holdData = async () => {
    proxy.faultOf = (path) => (path.includes('/data.xml') ? 'hang' : undefined);
    return eventually(
      async () => proxy.paths.some((path) => path.includes('/data.xml')),
      (isHeld) => isHeld,
    );
  };

  it('lists what the account of a token owns, and nothing else', async () => {
    const { uid } = await makeForm(source, ['Asha', 'Ben'], 'asha');
    const block = await makeAsset(source, { owner: 'asha', asset_type: 'block', name: 'Block' });
    const shared = await makeDeployedAsset(source, { owner: 'helper' });
    await grant(source, shared.uid, 'asha', ['view_asset'], { owner: 'helper' });
    const { body } = await target.as('owner').post(`${PATH}sources/`).send(credentials()).expect(200);
    expect(body).toEqual({
      from: 'kobo',
      source: proxy.origin,
      username: 'asha',
      assets: [
        { uid: block.uid, name: 'Block', asset_type: 'block', collection: null, submissions: null },
        { uid, name: 'Wells', asset_type: 'survey', collection: null, submissions: 2 },
      ],
    });
    expect(await target.rows('SELECT FROM migration_task')).toEqual([]);
  });

  it('moves a project to the caller, even if the name of the source’s user is taken here', async () => {
    const { uid } = await makeForm(source, undefined, 'asha');
    await grant(source, uid, 'helper', ['view_submissions'], { owner: 'asha' });
    const started = await start([uid]);
    // A worker may begin before the task is read for the response.
    expect(['created', 'processing']).toContain(started.status);
    expect(started).toMatchObject({
      source: proxy.origin,
      assets: [uid],
      error: null,
      url: `${target.origin}${PATH}${started.uid}/`,
    });
    expect(started.report).toBeUndefined();
    const done = await waitForMigration(target, started);
    expect(done.progress).toBeUndefined();
    expect(done).toMatchObject({
      status: 'complete',
      error: null,
      report: {
        equal: true,
        missing_users: [],
        failed: [],
        assets: [
          {
            uid,
            name: 'Wells',
            asset_type: 'survey',
            state: 'complete',
            problems: [],
            differences: [],
            submissions: { created: 3, changed: 0, deleted: 0, unchanged: 0, attachments: 1 },
            comparison: { submissions: { source: 3, here: 3 }, attachments: { source: 1, here: 1 } },
          },
        ],
      },
    });
    expect(await assetOf(uid)).toMatchObject({ owner__username: 'owner', deployment__submission_count: 3 });
    await target.as('helper').get(`/api/v2/assets/${uid}/data/`).expect(200);
    await target.as('asha').get(`/api/v2/assets/${uid}/`).expect(404);
  });

  it('brings what changed when it is repeated, and deletes no other project', async () => {
    const { uid } = await makeForm(source, ['Asha', 'Ben'], 'asha');
    const other = await makeDeployedAsset(source, { owner: 'asha' });
    await move([uid, other.uid]);
    await source.as('asha').delete(`/api/v2/assets/${other.uid}/`).expect(204);
    const again = await move([uid]);
    expect(again.report).toMatchObject({
      equal: true,
      assets: [{ submissions: { created: 0, changed: 0, unchanged: 2, deleted: 0 } }],
    });
    await assetOf(other.uid);
  });

  it('leaves the replica of another user alone, and names the conflict', async () => {
    const { uid } = await makeForm(source, ['Asha'], 'asha');
    await move([uid]);
    await source.as('asha').patch(`/api/v2/assets/${uid}/`).send({ name: 'Changed' }).expect(200);
    const { report } = await move([uid], 'stranger');
    expect(report).toMatchObject({ equal: false, assets: [{ state: 'incomplete' }] });
    expect(report!.assets[0]!.problems).toEqual([
      expect.stringContaining('An asset with its uid exists here'),
    ]);
    expect(await assetOf(uid)).toMatchObject({ owner__username: 'owner', name: 'Wells' });
  });

  it('is invisible to others', async () => {
    const { uid } = await makeForm(source, ['Asha'], 'asha');
    const task = await move([uid]);
    for (const by of ['stranger', 'root']) {
      await target.as(by).get(`${PATH}${task.uid}/`).expect(404);
      await target.as(by).delete(`${PATH}${task.uid}/`).expect(404);
      expect((await target.as(by).get(PATH).expect(200)).body.count).toBe(0);
    }
    const anonymous = target.as(ANONYMOUS);
    await anonymous.get(PATH).expect(401);
    await anonymous.get(`${PATH}${task.uid}/`).expect(401);
    await anonymous.delete(`${PATH}${task.uid}/`).expect(401);
    await anonymous.post(`${PATH}sources/`).send(credentials()).expect(401);
    await anonymous
      .post(PATH)
      .send({ ...credentials(), assets: [uid] })
      .expect(401);
    const { body } = await target.as('owner').get(PATH).expect(200);
    expect(body).toMatchObject({ count: 1, results: [{ uid: task.uid, status: 'complete' }] });
    await target.as('owner').delete(`${PATH}${task.uid}/`).expect(204);
    await target.as('owner').get(`${PATH}${task.uid}/`).expect(404);
  });

  it.each([
    ['a wrong token', { token: 'wrong' }, { token: [expect.stringContaining('refuses the token')] }],
    ['a token of two words', { token: 'a b' }, { token: [expect.stringContaining('one word')] }],
    ['no address', { source: 'ftp://x' }, { source: [expect.stringContaining('Enter the address')] }],
    [
      'an address without a server',
      { source: 'http://127.0.0.1:1' },
      { source: [expect.stringContaining('does not respond as KoboToolbox does')] },
    ],
    [
      'a private address',
      { source: 'http://10.0.0.1' },
      { source: [expect.stringContaining('Addresses of private networks')] },
    ],
    ['no asset', { assets: [] }, { assets: [expect.stringContaining('1 to 100')] }],
    ['assets that are no uids', { assets: [1] }, { assets: ['Send a list of uids.'] }],
    [
      'an unknown asset',
      { assets: ['aUnknown'] },
      { assets: [expect.stringContaining('asha owns no asset')] },
    ],
  ])('refuses %s with 400, by field, and stores nothing', async (_name, change, fields) => {
    const { uid } = await makeForm(source, ['Asha'], 'asha');
    const sent = { ...credentials(), assets: [uid], ...change };
    const { body } = await target.as('owner').post(PATH).send(sent).expect(400);
    expect(body).toEqual(fields);
    expect(await target.rows('SELECT FROM migration_task')).toEqual([]);
  });

  it('refuses another move while one runs, and keeps the token encrypted until the end', async () => {
    const { uid } = await makeForm(source, ['Asha'], 'asha');
    proxy.faultOf = (path) => (path.includes('/data.xml') ? 'hang' : undefined);
    const task = await start([uid]);
    await target
      .as('owner')
      .post(PATH)
      .send({ ...credentials(), assets: [uid] })
      .expect(409);
    const [row] = await target.rows<{ token: Buffer; text: string }>(
      'SELECT token, row_to_json(migration_task)::text AS text FROM migration_task',
    );
    expect(row!.token.length).toBeGreaterThan(40);
    for (const text of [row!.text, row!.token.toString('latin1')])
      expect(text).not.toContain(source.tokenOf('asha'));
    await target.as('owner').delete(`${PATH}${task.uid}/`).expect(204);
  });

  it('tells its progress', async () => {
    const { uid } = await makeForm(source, ['Asha', 'Ben'], 'asha');
    const held = holdData();
    const task = await start([uid]);
    await held;
    const { body } = await eventually(
      () => target.as('owner').get(`${PATH}${task.uid}/`).expect(200),
      (response) => response.body.progress?.submissions_total === 2,
    );
    expect(body).toMatchObject({
      status: 'processing',
      progress: {
        phase: 'moving',
        asset: { uid, name: 'Wells' },
        position: 1,
        assets_total: 1,
        submissions_done: 0,
        submissions_total: 2,
        submissions_per_second: null,
        seconds_left: null,
      },
    });
    await target.as('owner').delete(`${PATH}${task.uid}/`).expect(204);
  });

  it('ends when the token is revoked in between, forgets it, and continues with a new one', async () => {
    const { uid } = await makeForm(source, undefined, 'asha');
    proxy.faultOf = (path) => (path.includes('/data.xml') ? { status: 401 } : undefined);
    const failed = await move([uid]);
    expect(failed).toMatchObject({ status: 'error' });
    expect(failed.error).toContain('The server refuses the token. Create a new one, and start again');
    expect(await target.rows('SELECT token FROM migration_task')).toEqual([{ token: null }]);
    expect(await assetOf(uid)).toMatchObject({ deployment__active: false });
    proxy.faultOf = () => undefined;
    expect((await move([uid])).report).toMatchObject({ equal: true });
    expect(await assetOf(uid)).toMatchObject({ deployment__active: true, deployment__submission_count: 3 });
  });

  it('stops requests when it is cancelled, and keeps what was moved', async () => {
    const { uid } = await makeForm(source, undefined, 'asha');
    const held = holdData();
    const task = await start([uid]);
    await held;
    await target.as('owner').delete(`${PATH}${task.uid}/`).expect(204);
    await eventually(
      () => target.rows('SELECT FROM graphile_worker._private_jobs'),
      (jobs) => jobs.length === 0,
    );
    proxy.faultOf = () => undefined;
    proxy.paths.length = 0;
    expect(await assetOf(uid)).toMatchObject({ deployment__active: false, deployment__submission_count: 0 });
    expect(proxy.paths).toEqual([]);
    expect((await move([uid])).report).toMatchObject({ equal: true });
  });

  it('refuses addresses of private networks', async () => {
    const closed = await startApp({ hasOneProcess: true });
    try {
      await closed.addUser('owner');
      const { body } = await closed.as('owner').post(`${PATH}sources/`).send(credentials()).expect(400);
      expect(body.source).toEqual([expect.stringContaining('Addresses of private networks')]);
      expect(proxy.paths).toEqual([]);
    } finally {
      await closed.stop();
    }
  });
});
