import { Client } from 'pg';
import { AssetReads } from '../../../src/database/cache/asset-reads';
import { type AssetJson, grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { allHeard } from '../../support/change-heard';
import { eventually } from '../../support/eventually';
import { expectChangeShown } from '../../support/kept-answers';
import { countQueries } from '../../support/query-count';
import { startBeside } from '../../support/second-process';

const LIST = '/api/v2/assets/';
const PATHS = [
  LIST,
  `${LIST}?limit=1`,
  `${LIST}?ordering=owner__extra_details__data__name&metadata=on`,
  `${LIST}?q=NOT asset_type:block`,
  `${LIST}hash/`,
  '/formList',
];
const FOR_ALL = ['/owner/formList', `${LIST}?status=public-discoverable`, LIST];

/** What is kept is asked of another process than the one that changes things. */
describe('lists that are kept', () => {
  let app: TestApp;
  let other: TestApp;
  let wells: AssetJson;
  let draft: AssetJson;
  let collection: AssetJson;
  let kept: string[];

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    other = await startBeside(app);
    for (const name of ['owner', 'friend', 'stranger', 'visitor']) await app.addUser(name);
    await app.addUser('boss', { superuser: true });
    wells = await makeDeployedAsset(app, { name: 'Wells' });
    draft = await makeAsset(app, { name: 'Draft' });
    collection = await makeAsset(app, { name: 'Shelf', asset_type: 'collection' });
    await grant(app, wells.uid, 'friend', ['add_submissions']);
    await grant(app, wells.uid, 'visitor', ['view_asset']);
    const shared = await makeAsset(app, { owner: 'friend', name: 'Shared' });
    await grant(app, shared.uid, 'owner', ['view_asset'], { owner: 'friend' });
    kept = await answers();
  });
  afterAll(async () => {
    await other.stop();
    await app.stop();
  });

  const asked = [
    ...['owner', 'friend', 'stranger', 'boss'].flatMap((who) => PATHS.map((path) => [who, path] as const)),
    ...FOR_ALL.map((path) => [ANONYMOUS, path] as const),
  ];
  const answers = () =>
    Promise.all(
      asked.map(async ([who, path]) => {
        const caller = who === ANONYMOUS ? other.with(undefined) : other.with(`Token ${app.tokenOf(who)}`);
        const { text } = await caller.get(path).expect(200);
        return `${who} ${path}: ${text}`;
      }),
    );

  const as = (who = 'owner') => app.as(who);
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
    ['a name', () => patch(wells, { name: 'Boreholes' })],
    ['tags', () => patch(wells, { tag_string: 'north,south' })],
    ['settings', () => patch(draft, { settings: { description: 'later' } })],
    [
      'content, which makes a version',
      () => patch(draft, { content: { survey: [{ type: 'text', name: 'village', label: 'Village' }] } }),
    ],
    ['what is shared of answers', () => patch(wells, { data_sharing: { enabled: true, fields: [] } })],
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
    ['a grant taken back', () => revoke(wells, 'stranger', 'view_asset')],
    ['a form for everybody', () => permit(wells, 'AnonymousUser', 'add_submissions')],
    ['a form that somebody manages', () => permit(wells, 'friend', 'manage_asset')],
    ['a place in a collection', () => patch(draft, { parent: asset(collection) })],
    ['a collection for everybody', () => permit(collection, 'AnonymousUser', 'discover_asset')],
    [
      'that somebody follows it',
      () =>
        as('stranger')
          .post('/api/v2/asset_subscriptions/')
          .send({ asset: asset(collection) })
          .expect(201),
    ],
    [
      'settings of exports',
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
    ['a first deployment', () => as().post(asset(draft, 'deployment/')).send({ active: true }).expect(201)],
    ['an archived form', () => as().patch(asset(wells, 'deployment/')).send({ active: false }).expect(200)],
    [
      'one that is open again',
      () => as().patch(asset(wells, 'deployment/')).send({ active: true }).expect(200),
    ],
    [
      'the names that owners go by',
      () =>
        sql(
          `UPDATE app_user SET extra_details = jsonb_build_object('name', CASE username WHEN 'friend' THEN 'Ann' ELSE 'Zoe' END)`,
        ),
    ],
    [
      'a user who is renamed',
      () => sql(`UPDATE app_user SET username = 'friendly' WHERE username = 'friend'`),
    ],
    ['the name back', () => sql(`UPDATE app_user SET username = 'friend' WHERE username = 'friendly'`)],
    ['a new asset', () => makeAsset(app, { name: 'New' })],
    ['one that somebody else has made', () => makeAsset(app, { owner: 'stranger', name: 'Strange' })],
    ['counts folded away', () => sql(`UPDATE submission_tally SET submissions = submissions + 1`)],
    [
      'all submissions deleted',
      () =>
        as()
          .delete(asset(wells, 'data/bulk/'))
          .send({ payload: { confirm: true } }),
    ],
    [
      'a user who is locked out',
      () => as('boss').patch('/api/v2/users/visitor/').send({ is_active: false }).expect(200),
    ],
    [
      'the same let in again',
      () => as('boss').patch('/api/v2/users/visitor/').send({ is_active: true }).expect(200),
    ],
    ['an asset deleted', () => as().delete(asset(collection)).expect(204)],
  ])('show %s at once, whichever process did it', async (_, make) => {
    await make();
    kept = await expectChangeShown(other, kept, answers);
  });

  it('show what a transaction changed that began before they were read and ended after', async () => {
    const client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
    try {
      await client.query(`BEGIN; UPDATE asset SET name = 'Late' WHERE uid = '${wells.uid}'`);
      await answers();
      await patch(draft, { name: 'Meanwhile' });
      const before = await answers();
      await client.query('COMMIT');
      const shown = await answers();
      other.nest.get(AssetReads).lost();
      expect(shown).toEqual(await answers());
      expect(shown).not.toEqual(before);
    } finally {
      await client.end();
    }
  });

  it('are read once, and again when changes of long ago are forgotten', async () => {
    const list = () => countQueries(app, async () => void (await as().get(LIST).expect(200)));
    await allHeard(app);
    await list();
    // Whether it holds, with the counts of submissions.
    expect(await list()).toBe(1);
    await patch(wells, { name: 'Known' });
    await list();
    await makeAsset(app, { owner: 'stranger' });
    // A transaction of any database of the server keeps what was noted since it began.
    await eventually(
      async () => {
        await app.nest.get(AssetReads).forget();
        return app.rows('SELECT FROM asset_change');
      },
      (changes) => changes.length === 0,
    );
    await allHeard(app);
    expect(await list()).toBeGreaterThan(1);
    expect(await list()).toBe(1);
  });

  it('are sent to nobody who has them: 304, until they change', async () => {
    for (const path of [LIST, '/formList']) {
      const { headers } = await as().get(path).expect(200);
      const again = () => as().get(path).set('If-None-Match', headers['etag']!);
      await again().expect(304, '');
      await patch(wells, { name: `Known by ${path}` });
      await again().expect(200);
    }
  });
});
