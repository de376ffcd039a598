import { Client } from 'pg';
import { AssetChangeRepository } from '../../../src/database/cache/asset-change.repository';
import { ResponseCache } from '../../../src/http/response-cache/response-cache';
import { type AssetJson, grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { waitForNotifications } from '../../support/wait-for-notifications';
import { eventually } from '../../support/eventually';
import { expectFreshCache } from '../../support/cache-freshness';
import { countQueries } from '../../support/query-count';
import { startSecondApp } from '../../support/second-app';

const LIST = '/api/v2/assets/';
const PATHS = [
  LIST,
  `${LIST}?limit=1`,
  `${LIST}?ordering=owner__extra_details__data__name&metadata=on`,
  `${LIST}?q=NOT asset_type:block`,
  `${LIST}?q=parent__name:Shelf`,
  `${LIST}?q=owner__username:owner AND NOT tags__name:north`,
  `${LIST}?q=data_sharing__enabled:true`,
  ...['hash', 'counts', 'metadata', 'minimal-list'].map((part) => `${LIST}${part}/`),
  '/api/v2/tags/',
  '/formList',
  '/projects/',
];
/** A comment of a page, which hides its compressed length. */
const RANDOM_LENGTH = /<!--[0-9a-f]*-->/g;
const FOR_ALL = ['/owner/formList', `${LIST}?status=public-discoverable`, LIST];

/** Reads from one process and changes in another, so that both caches are tested. */
describe('cached lists', () => {
  let app: TestApp;
  let other: TestApp;
  let wells: AssetJson;
  let draft: AssetJson;
  let collection: AssetJson;
  let responses: string[];

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    other = await startSecondApp(app);
    for (const name of ['owner', 'friend', 'stranger', 'visitor']) await app.addUser(name);
    await app.addUser('boss', { superuser: true });
    wells = await makeDeployedAsset(app, { name: 'Wells' });
    draft = await makeAsset(app, { name: 'Draft' });
    collection = await makeAsset(app, { name: 'Shelf', asset_type: 'collection' });
    await grant(app, wells.uid, 'friend', ['add_submissions']);
    await grant(app, wells.uid, 'visitor', ['view_asset']);
    const shared = await makeAsset(app, { owner: 'friend', name: 'Shared' });
    await grant(app, shared.uid, 'owner', ['view_asset'], { owner: 'friend' });
    responses = await readAll();
  });
  afterAll(async () => {
    await other.stop();
    await app.stop();
  });

  const reads = [
    ...['owner', 'friend', 'stranger', 'boss'].flatMap((username) =>
      PATHS.map((path) => [username, path] as const),
    ),
    ...FOR_ALL.map((path) => [ANONYMOUS, path] as const),
  ];
  const readAll = () =>
    Promise.all(
      reads.map(async ([username, path]) => {
        const caller =
          username === ANONYMOUS ? other.with(undefined) : other.with(`Token ${app.tokenOf(username)}`);
        const { text } = await caller.get(path).expect(200);
        return `${username} ${path}: ${text.replace(RANDOM_LENGTH, '')}`;
      }),
    );

  const as = (username = 'owner') => app.as(username);
  const asset = ({ uid }: AssetJson, path = '') => `${LIST}${uid}/${path}`;
  const sql = (text: string) => app.rows(text);
  const permit = (to: AssetJson, user: string, permission: string, more: object = {}) =>
    as()
      .post(asset(to, 'permission-assignments/'))
      .send({ user: `/api/v2/users/${user}/`, permission: `/api/v2/permissions/${permission}/`, ...more })
      .expect(201);
  const revoke = async (of: AssetJson, user: string, permission: string) => {
    const { body } = await as().get(asset(of, 'permission-assignments/')).expect(200);
    const found = (body as { url: string; user: string; permission: string }[]).find(
      (each) => each.user.includes(`/${user}/`) && each.permission.includes(`/${permission}/`),
    );
    await as().delete(new URL(found!.url).pathname).expect(204);
  };
  const patch = (of: AssetJson, body: object) => as().patch(asset(of)).send(body).expect(200);

  it.each<[change: string, make: () => PromiseLike<unknown>]>([
    ['a change of the name', () => patch(wells, { name: 'Boreholes' })],
    ['tags', () => patch(wells, { tag_string: 'north,south' })],
    ['settings', () => patch(draft, { settings: { description: 'later' } })],
    [
      'content, which makes a version',
      () => patch(draft, { content: { survey: [{ type: 'text', name: 'village', label: 'Village' }] } }),
    ],
    ['a change of data sharing', () => patch(wells, { data_sharing: { enabled: true, fields: [] } })],
    ['a submission', () => submit(app, wells.uid)],
    ['a grant', () => permit(wells, 'stranger', 'view_asset')],
    [
      'a partial grant',
      () =>
        permit(wells, 'friend', 'partial_submissions', {
          partial_permissions: [
            { url: '/api/v2/permissions/view_submissions/', filters: [{ _submitted_by: 'friend' }] },
          ],
        }),
    ],
    ['a revocation', () => revoke(wells, 'stranger', 'view_asset')],
    ['a public form', () => permit(wells, 'AnonymousUser', 'add_submissions')],
    ['a grant of manage_asset', () => permit(wells, 'friend', 'manage_asset')],
    ['a move into a collection', () => patch(draft, { parent: asset(collection) })],
    ['a public collection', () => permit(collection, 'AnonymousUser', 'discover_asset')],
    [
      'a subscription',
      () =>
        as('stranger')
          .post('/api/v2/asset_subscriptions/')
          .send({ asset: asset(collection) })
          .expect(201),
    ],
    [
      'a new export setting',
      () =>
        as()
          .post(asset(wells, 'export-settings/'))
          .send({
            name: 'All',
            export_settings: {
              type: 'csv',
              fields_from_all_versions: true,
              group_sep: '/',
              hierarchy_in_labels: false,
              lang: '_default',
              multiple_select: 'both',
            },
          })
          .expect(201),
    ],
    ['a deployment', () => as().post(asset(draft, 'deployment/')).send({ active: true }).expect(201)],
    ['an archived form', () => as().patch(asset(wells, 'deployment/')).send({ active: false }).expect(200)],
    ['an unarchived form', () => as().patch(asset(wells, 'deployment/')).send({ active: true }).expect(200)],
    [
      'new names of the owners',
      () =>
        sql(
          `UPDATE app_user SET extra_details = jsonb_build_object('name', CASE username WHEN 'friend' THEN 'Ann' ELSE 'Zoe' END)`,
        ),
    ],
    ['a new username', () => sql(`UPDATE app_user SET username = 'friendly' WHERE username = 'friend'`)],
    [
      'the restored username',
      () => sql(`UPDATE app_user SET username = 'friend' WHERE username = 'friendly'`),
    ],
    ['a new asset', () => makeAsset(app, { name: 'New' })],
    ['a new asset of another user', () => makeAsset(app, { owner: 'stranger', name: 'Strange' })],
    ['folded submission counts', () => sql(`UPDATE submission_tally SET submissions = submissions + 1`)],
    [
      'the deletion of all submissions',
      () =>
        as()
          .delete(asset(wells, 'data/bulk/'))
          .send({ payload: { confirm: true } }),
    ],
    [
      'a deactivated user',
      () => as('boss').patch('/api/v2/users/visitor/').send({ is_active: false }).expect(200),
    ],
    [
      'a reactivated user',
      () => as('boss').patch('/api/v2/users/visitor/').send({ is_active: true }).expect(200),
    ],
    ['the deletion of an asset', () => as().delete(asset(collection)).expect(204)],
  ])('reflect %s at once, in every process', async (_, make) => {
    await make();
    responses = await expectFreshCache(other, responses, readAll);
  });

  it('reflect a transaction that began before they were read and committed after', async () => {
    const client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
    try {
      await client.query(`BEGIN; UPDATE asset SET name = 'Late' WHERE uid = '${wells.uid}'`);
      await readAll();
      await patch(draft, { name: 'Meanwhile' });
      const before = await readAll();
      await client.query('COMMIT');
      const shown = await readAll();
      other.nest.get(ResponseCache).clear();
      expect(shown).toEqual(await readAll());
      expect(shown).not.toEqual(before);
    } finally {
      await client.end();
    }
  });

  it('are read once, and again after old changes are pruned', async () => {
    const list = () =>
      countQueries(app, async (inProcess) => void (await inProcess.as('owner').get(LIST).expect(200)));
    await waitForNotifications(app);
    await list();
    // One query validates the cache entry and reads the submission counts.
    expect(await list()).toBe(1);
    await patch(wells, { name: 'Known' });
    await list();
    await makeAsset(app, { owner: 'stranger' });
    // A transaction in any database of the server holds back pruning.
    await eventually(
      async () => {
        await app.nest.get(AssetChangeRepository).prune();
        return app.rows('SELECT FROM asset_change');
      },
      (changes) => changes.length === 0,
    );
    await waitForNotifications(app);
    expect(await list()).toBeGreaterThan(1);
    expect(await list()).toBe(1);
  });

  it('return 304 until they change', async () => {
    for (const path of [LIST, '/formList']) {
      const { headers } = await as().get(path).expect(200);
      const again = () => as().get(path).set('If-None-Match', headers['etag']!);
      await again().expect(304, '');
      await patch(wells, { name: `Known by ${path}` });
      await again().expect(200);
    }
  });
});
