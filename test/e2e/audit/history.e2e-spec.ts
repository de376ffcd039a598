import { parse } from 'csv-parse/sync';
import { grant, grantPartially, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { startExport } from '../../factories/export.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'ann', 'bob']) await app.addUser(username);
  await app.addUser('super', { superuser: true });
});
afterAll(() => app.stop());

interface Entry {
  readonly username: string;
  readonly action: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const path = (uid: string, below = ''): string => `/api/v2/assets/${uid}/history/${below}`;
const asset = (uid: string, below = ''): string => `/api/v2/assets/${uid}/${below}`;

async function history(uid: string, q?: string): Promise<Entry[]> {
  const { body } = await app
    .as('owner')
    .get(path(uid))
    .query(q === undefined ? {} : { q })
    .expect(200);
  expect(body.count).toBe(body.results.length);
  return body.results as Entry[];
}

const actionsOf = async (uid: string): Promise<string[]> => {
  const rows = await app.rows<{ action: string }>(
    'SELECT action FROM audit_entry WHERE asset_uid = $1 ORDER BY id',
    [uid],
  );
  return rows.map(({ action }) => action);
};

describe('GET history/', () => {
  it('returns user, action, source, and values before and after, newest first', async () => {
    const { uid } = await makeAsset(app, { name: 'Wells' });
    await grant(app, uid, 'ann', ['manage_asset']);
    await app
      .as('ann')
      .patch(asset(uid))
      .set('User-Agent', 'robot/1')
      .send({ name: 'Wells 2026', settings: { description: 'Baseline' } })
      .expect(200);
    const [settings, name] = await history(uid);
    expect(name).toEqual({
      user: `${app.origin}/api/v2/users/ann/`,
      user_uid: expect.stringMatching(/^u\w{21}$/),
      username: 'ann',
      action: 'update-name',
      metadata: {
        asset_uid: uid,
        log_subtype: 'project',
        ip_address: '127.0.0.1',
        source: 'robot/1',
        project_owner: 'owner',
        latest_version_uid: expect.stringMatching(/^v\w{21}$/),
        name: { old: 'Wells', new: 'Wells 2026' },
      },
      date_created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    expect(settings).toMatchObject({
      action: 'update-settings',
      metadata: { settings: { description: { old: '', new: 'Baseline' } } },
    });
  });

  it('has one entry per change and none for a no-op', async () => {
    const { uid } = await makeAsset(app, { name: 'Wells' });
    const patch = (sent: object) => app.as('owner').patch(asset(uid)).send(sent).expect(200);
    await patch({ name: 'Wells' });
    await patch({});
    await patch({ content: { survey: [{ type: 'text', name: 'village', label: 'Village?' }] } });
    await patch({ tag_string: 'water' });
    await patch({ tag_string: 'water' });
    const styles = { report_styles: { default: { report_type: 'area' } } };
    const { report_styles: stored } = (await patch(styles)).body as Record<string, unknown>;
    await patch({ report_styles: stored });
    const collection = await makeAsset(app, { asset_type: 'collection', content: {} });
    for (const parent of [collection['url'], collection['url'], null, null]) await patch({ parent });
    const moves = await app.rows(
      `SELECT metadata -> 'parent' AS parent FROM audit_entry WHERE asset_uid = $1 AND metadata ? 'parent' ORDER BY id`,
      [uid],
    );
    expect(moves).toEqual([
      { parent: { old: null, new: collection.uid } },
      { parent: { old: collection.uid, new: null } },
    ]);
    const deployment = asset(uid, 'deployment/');
    await app.as('owner').post(deployment).send({ active: true }).expect(201);
    await app.as('owner').patch(deployment).send({ active: false }).expect(200);
    await app.as('owner').patch(deployment).send({ active: false }).expect(200);
    await app.as('owner').put(deployment).send({ active: true }).expect(200);
    expect(await actionsOf(uid)).toEqual([
      'create',
      'update-content',
      ...['update', 'update', 'update', 'update'],
      'deploy',
      'archive',
      'unarchive',
      'redeploy',
    ]);
    expect((await history(uid)).map(({ action }) => action)).toEqual([
      'redeploy',
      'unarchive',
      'archive',
      'deploy',
      'update-content',
    ]);
    const { body } = await app.as('owner').get(path(uid, 'actions/')).expect(200);
    expect(body).toEqual({ actions: ['archive', 'deploy', 'redeploy', 'unarchive', 'update-content'] });
  });

  it('records permission changes, with separate actions for AnonymousUser', async () => {
    const { uid } = await makeAsset(app);
    const source = await makeAsset(app);
    await grant(app, uid, 'ann', ['change_submissions']);
    await grant(app, uid, 'ann', ['change_submissions']);
    await grantPartially(app, uid, 'ann', { view_submissions: [{ district: 'north' }] });
    await grantPartially(app, uid, 'ann', { view_submissions: [{ district: 'south' }] });
    await grant(app, uid, ANONYMOUS, ['view_submissions', 'add_submissions']);
    await app
      .as('owner')
      .patch(asset(uid, 'permission-assignments/clone/'))
      .send({ clone_from: source.uid })
      .expect(200);
    const entries = (await history(uid))
      .reverse()
      .map(({ action, metadata }) => [action, metadata['permissions']]);
    const all = ['add_submissions', 'change_submissions', 'view_asset', 'view_submissions'];
    const north = { view_submissions: [{ district: 'north' }] };
    const south = { view_submissions: [{ district: 'south' }] };
    expect(entries.slice(0, 3)).toEqual([
      ['modify-user-permissions', { username: 'ann', added: all, removed: [] }],
      [
        'modify-user-permissions',
        {
          username: 'ann',
          added: ['partial_submissions'],
          removed: ['change_submissions', 'view_submissions'],
          filters: { old: null, new: north },
        },
      ],
      [
        'modify-user-permissions',
        { username: 'ann', added: [], removed: [], filters: { old: north, new: south } },
      ],
    ]);
    expect(
      entries
        .slice(3)
        .map(([action]) => action)
        .sort(),
    ).toEqual([
      'allow-anonymous-submissions',
      'clone-permissions',
      'disallow-anonymous-submissions',
      'modify-user-permissions',
      'share-data-publicly',
      'share-form-publicly',
      'unshare-data-publicly',
      'unshare-form-publicly',
    ]);
  });

  it.each([
    ['action:archive', ['archive']],
    ['action:archive OR action:deploy', ['archive', 'deploy']],
    ['username:owner AND NOT action:deploy', ['archive']],
    ['metadata__log_subtype:permission', []],
    ['metadata__active__old:true', ['archive']],
    ['date_created__gt:2020-01-01 metadata__ip_address:nothing', []],
    ['user__username__icontains:OWN', ['archive', 'deploy']],
    ['deplo', ['deploy']],
    ['nonsense:x', []],
    ['date_created:yesterday', []],
    ['((', []],
  ])('filters by %s', async (q, actions) => {
    const { uid } = await makeDeployedAsset(app);
    await app.as('owner').patch(asset(uid, 'deployment/')).send({ active: false }).expect(200);
    expect((await history(uid, q)).map(({ action }) => action)).toEqual(actions);
  });

  it('records validation, edits, deletion and exports of submissions, single and in bulk', async () => {
    const { uid } = await makeDeployedAsset(app);
    const ids: number[] = [];
    for (let sent = 0; sent < 3; sent += 1) {
      const uuid = await submit(app, uid);
      const { body } = await app
        .as('owner')
        .get(asset(uid, `data/${uuid}/`))
        .expect(200);
      ids.push(body._id as number);
    }
    const [one, two, three] = ids as [number, number, number];
    const approved = { 'validation_status.uid': 'validation_status_approved' };
    await app
      .as('owner')
      .patch(asset(uid, `data/${one}/validation_status/`))
      .send(approved)
      .expect(200);
    await app
      .as('owner')
      .patch(asset(uid, 'data/validation_statuses/'))
      .send({ payload: { submission_ids: [one, two], ...approved } })
      .expect(200);
    await app
      .as('owner')
      .delete(asset(uid, `data/${one}/`))
      .expect(204);
    await app
      .as('owner')
      .delete(asset(uid, 'data/bulk/'))
      .send({ payload: { submission_ids: [two, three] } })
      .expect(200);
    await startExport(app, uid);
    const entries = (await history(uid)).reverse().slice(1);
    expect(entries.map(({ action }) => action)).toEqual([
      'modify-submission',
      'modify-submission',
      'delete-submission',
      'delete-submission',
      'export',
    ]);
    for (const { username, metadata } of entries) {
      expect(username).toBe('owner');
      expect(metadata).toMatchObject({ asset_uid: uid, log_subtype: 'project', ip_address: '127.0.0.1' });
    }
    expect(entries[4]!.metadata['export']).toEqual({ uid: expect.stringMatching(/^e/), type: 'csv' });
  });

  it('is exported as a table, complete and newest first', async () => {
    const { uid } = await makeAsset(app, { name: 'Wells' });
    for (const name of ['=1+1', 'Wells']) await app.as('owner').patch(asset(uid)).send({ name }).expect(200);
    const { body } = await app.as('owner').post(path(uid, 'export/')).expect(202);
    expect(body).toEqual({ status: 'created', result: `${app.origin}${path(uid, 'export.csv')}` });
    const { text, headers } = await app
      .as('owner')
      .get(new URL(body.result as string).pathname)
      .expect(200);
    expect(headers['content-disposition']).toBe(`attachment; filename=${uid}-history.csv`);
    const rows = parse<Record<string, string>>(text, { delimiter: ';', columns: true });
    expect(rows.map(({ action, username }) => [action, username])).toEqual([
      ['update-name', 'owner'],
      ['update-name', 'owner'],
    ]);
    expect(JSON.parse(rows[0]!['metadata']!)).toMatchObject({ name: { old: '=1+1', new: 'Wells' } });
  });

  it('returns pages', async () => {
    const { uid } = await makeDeployedAsset(app);
    await app.as('owner').patch(asset(uid, 'deployment/')).send({ active: false }).expect(200);
    const { body } = await app.as('owner').get(path(uid)).query({ limit: 1 }).expect(200);
    expect(body).toMatchObject({
      count: 2,
      next: `${app.origin}${path(uid)}?limit=1&start=1`,
      previous: null,
      results: [{ action: 'archive' }],
    });
  });

  it('is refused the same for existing and unknown assets (403, anonymous 401)', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'bob', ['change_asset', 'validate_submissions']);
    for (const each of [path(uid), path(uid, 'actions/'), path('aaaaaaaaaaaaaaaaaaaaaa')]) {
      await app.as('ann').get(each).expect(403);
      await app.as('bob').get(each).expect(403);
      await app.as(ANONYMOUS).get(each).expect(401);
    }
  });
});
