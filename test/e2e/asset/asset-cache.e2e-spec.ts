import { type AssetJson, grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { waitForNotifications } from '../../support/wait-for-notifications';
import { expectFreshCache } from '../../support/cache-freshness';
import { countQueries } from '../../support/query-count';
import { startSecondApp } from '../../support/second-app';

const ASSETS = '/api/v2/assets/';
const READERS = ['owner', 'friend', 'stranger', 'boss', ANONYMOUS];

/** Reads from one process and changes in another, so that both caches are tested. */
describe('cached assets', () => {
  let app: TestApp;
  let other: TestApp;
  let wells: AssetJson;
  let draft: AssetJson;
  let shelf: AssetJson;
  let file: string;
  let invite: string;
  let responses: string[];

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    other = await startSecondApp(app);
    for (const name of ['owner', 'friend', 'stranger']) await app.addUser(name);
    await app.addUser('boss', { superuser: true });
    wells = await makeDeployedAsset(app, { name: 'Wells' });
    draft = await makeAsset(app, { name: 'Draft' });
    shelf = await makeAsset(app, { name: 'Shelf', asset_type: 'collection' });
    for (const { uid } of [wells, shelf]) await grant(app, uid, 'friend', ['view_asset']);
    responses = await readAll();
  });
  afterAll(async () => {
    await other.stop();
    await app.stop();
  });

  const path = ({ uid }: AssetJson, below = '') => `${ASSETS}${uid}/${below}`;
  const request = (caller: string, of: string) =>
    (caller === ANONYMOUS ? other.with(undefined) : other.with(`Token ${app.tokenOf(caller)}`)).get(of);
  const readAll = () =>
    Promise.all(
      READERS.flatMap((caller) =>
        [wells, draft, shelf].map(async (of) => {
          const { status, text } = await request(caller, path(of));
          return `${caller} ${of.name}: ${status} ${text}`;
        }),
      ),
    );

  const as = (caller = 'owner') => app.as(caller);
  const patch = (of: AssetJson, body: object) => as().patch(path(of)).send(body).expect(200);

  it.each<[change: string, make: () => PromiseLike<unknown>]>([
    ['a change of the name', () => patch(wells, { name: 'Boreholes' })],
    [
      'a change of the content',
      () => patch(draft, { content: { survey: [{ type: 'text', name: 'a', label: 'A' }] } }),
    ],
    ['a change of report styles', () => patch(wells, { report_styles: { default: { width: 100 } } })],
    ['a change of map styles', () => patch(wells, { map_styles: { colorSet: 'a' } })],
    ['a submission', () => submit(app, wells.uid)],
    ['a deployment', () => as().post(path(draft, 'deployment/')).send({ active: true }).expect(201)],
    [
      'a new file',
      async () => {
        const { body } = await as()
          .post(path(wells, 'files/'))
          .send({
            file_type: 'form_media',
            description: 'd',
            base64Encoded: `data:text/csv;base64,${Buffer.from('a,b').toString('base64')}`,
            metadata: JSON.stringify({ filename: 'a.csv' }),
          })
          .expect(201);
        file = (body as { uid: string }).uid;
      },
    ],
    [
      'the deletion of the file',
      () =>
        as()
          .delete(path(wells, `files/${file}/`))
          .expect(204),
    ],
    [
      'an ownership invite',
      async () => {
        const sent = { recipient: '/api/v2/users/friend/', assets: [wells.uid] };
        const { body } = await as().post('/api/v2/project-ownership/invites/').send(sent).expect(201);
        invite = new URL((body as { url: string }).url).pathname;
      },
    ],
    ['the response to the invite', () => as('friend').patch(invite).send({ status: 'declined' }).expect(200)],
    ['the deletion of the invite', () => app.rows('DELETE FROM ownership_invite')],
    ['a new child', () => patch(draft, { parent: path(shelf) })],
    [
      'a child hidden from a user',
      () =>
        app.rows(
          `DELETE FROM permission_assignment p USING asset a, app_user u
            WHERE a.id = p.asset_id AND u.id = p.user_id AND a.name = 'Draft' AND u.username = 'friend'`,
        ),
    ],
    ['a removed child', () => patch(draft, { parent: null })],
    ['a public grant', () => grant(app, shelf.uid, 'AnonymousUser', ['view_asset', 'discover_asset'])],
    [
      'a subscription',
      () =>
        as('stranger')
          .post('/api/v2/asset_subscriptions/')
          .send({ asset: path(shelf) })
          .expect(201),
    ],
    ['a new username', () => app.rows(`UPDATE app_user SET username = 'mate' WHERE username = 'friend'`)],
    [
      'the restored username',
      () => app.rows(`UPDATE app_user SET username = 'friend' WHERE username = 'mate'`),
    ],
    ['the deletion of an asset', () => as().delete(path(draft)).expect(204)],
  ])('reflect %s at once, in every process', async (_, make) => {
    await make();
    responses = await expectFreshCache(other, responses, readAll);
  });

  it('cost one query until they change', async () => {
    const cost = () =>
      countQueries(app, async (inProcess) => void (await inProcess.as('owner').get(path(wells)).expect(200)));
    await waitForNotifications(app);
    await cost();
    expect(await cost()).toBe(1);
    await patch(wells, { name: 'Known' });
    await waitForNotifications(app);
    expect(await cost()).toBeGreaterThan(1);
    expect(await cost()).toBe(1);
    await patch(shelf, { name: 'Another' });
    await waitForNotifications(app);
    expect(await cost()).toBe(1);
  });

  it('are cached per query and per host', async () => {
    const queries = ['', '?exclude=content', '?exclude=content&exclude=summary', '?exclude=content,summary'];
    const keysOf = async (query: string, host = 'one.example.org') => {
      const { body } = await as()
        .get(`${path(wells)}${query}`)
        .set('Host', host)
        .expect(200);
      return [Object.keys(body as object).join(), (body as { url: string }).url];
    };
    const first = await Promise.all(queries.map((query) => keysOf(query)));
    expect(new Set(first.map(([keys]) => keys)).size).toBe(4);
    expect(await Promise.all(queries.map((query) => keysOf(query)))).toEqual(first);
    expect((await keysOf('', 'two.example.org'))[1]).toBe(`http://two.example.org${path(wells)}`);
  });

  it('return 304 until they change', async () => {
    const { headers } = await as().get(path(wells)).expect(200);
    const again = () => as().get(path(wells)).set('If-None-Match', headers['etag']!);
    await again().expect(304, '');
    await submit(app, wells.uid);
    await again().expect(200);
  });
});
