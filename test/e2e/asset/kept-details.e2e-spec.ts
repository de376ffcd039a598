import { type AssetJson, grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { allHeard } from '../../support/change-heard';
import { expectChangeShown } from '../../support/kept-answers';
import { countQueries } from '../../support/query-count';
import { startBeside } from '../../support/second-process';

const ASSETS = '/api/v2/assets/';
const READERS = ['owner', 'friend', 'stranger', 'boss', ANONYMOUS];

/** What is kept is asked of another process than the one that changes things. */
describe('assets that are kept', () => {
  let app: TestApp;
  let other: TestApp;
  let wells: AssetJson;
  let draft: AssetJson;
  let shelf: AssetJson;
  let file: string;
  let invite: string;
  let kept: string[];

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    other = await startBeside(app);
    for (const name of ['owner', 'friend', 'stranger']) await app.addUser(name);
    await app.addUser('boss', { superuser: true });
    wells = await makeDeployedAsset(app, { name: 'Wells' });
    draft = await makeAsset(app, { name: 'Draft' });
    shelf = await makeAsset(app, { name: 'Shelf', asset_type: 'collection' });
    for (const { uid } of [wells, shelf]) await grant(app, uid, 'friend', ['view_asset']);
    kept = await answers();
  });
  afterAll(async () => {
    await other.stop();
    await app.stop();
  });

  const path = ({ uid }: AssetJson, below = '') => `${ASSETS}${uid}/${below}`;
  const ask = (who: string, of: string) =>
    (who === ANONYMOUS ? other.with(undefined) : other.with(`Token ${app.tokenOf(who)}`)).get(of);
  const answers = () =>
    Promise.all(
      READERS.flatMap((who) =>
        [wells, draft, shelf].map(async (of) => {
          const { status, text } = await ask(who, path(of));
          return `${who} ${of.name}: ${status} ${text}`;
        }),
      ),
    );

  const as = (who = 'owner') => app.as(who);
  const patch = (of: AssetJson, body: object) => as().patch(path(of)).send(body).expect(200);

  it.each<[change: string, make: () => PromiseLike<unknown>]>([
    ['a name', () => patch(wells, { name: 'Boreholes' })],
    ['content', () => patch(draft, { content: { survey: [{ type: 'text', name: 'a', label: 'A' }] } })],
    ['how reports look', () => patch(wells, { report_styles: { default: { width: 100 } } })],
    ['how maps look', () => patch(wells, { map_styles: { colorSet: 'a' } })],
    ['a submission', () => submit(app, wells.uid)],
    ['a deployment', () => as().post(path(draft, 'deployment/')).send({ active: true }).expect(201)],
    [
      'a file',
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
      'that it is gone',
      () =>
        as()
          .delete(path(wells, `files/${file}/`))
          .expect(204),
    ],
    [
      'an offer of ownership',
      async () => {
        const sent = { recipient: '/api/v2/users/friend/', assets: [wells.uid] };
        const { body } = await as().post('/api/v2/project-ownership/invites/').send(sent).expect(201);
        invite = new URL((body as { url: string }).url).pathname;
      },
    ],
    ['what became of it', () => as('friend').patch(invite).send({ status: 'declined' }).expect(200)],
    ['that it was never made', () => app.rows('DELETE FROM ownership_invite')],
    ['a child', () => patch(draft, { parent: path(shelf) })],
    [
      'a child that somebody may not see',
      () =>
        app.rows(
          `DELETE FROM permission_assignment p USING asset a, app_user u
            WHERE a.id = p.asset_id AND u.id = p.user_id AND a.name = 'Draft' AND u.username = 'friend'`,
        ),
    ],
    ['a child less', () => patch(draft, { parent: null })],
    ['a grant to all', () => grant(app, shelf.uid, 'AnonymousUser', ['view_asset', 'discover_asset'])],
    [
      'a follower',
      () =>
        as('stranger')
          .post('/api/v2/asset_subscriptions/')
          .send({ asset: path(shelf) })
          .expect(201),
    ],
    ['a new name', () => app.rows(`UPDATE app_user SET username = 'mate' WHERE username = 'friend'`)],
    ['the old one', () => app.rows(`UPDATE app_user SET username = 'friend' WHERE username = 'mate'`)],
    ['that it is deleted', () => as().delete(path(draft)).expect(204)],
  ])('show %s at once, whichever process did it', async (_, make) => {
    await make();
    kept = await expectChangeShown(other, kept, answers);
  });

  it('cost one statement, until they change', async () => {
    const cost = () => countQueries(app, async () => void (await as().get(path(wells)).expect(200)));
    await allHeard(app);
    await cost();
    expect(await cost()).toBe(1);
    await patch(wells, { name: 'Known' });
    await allHeard(app);
    expect(await cost()).toBeGreaterThan(1);
    expect(await cost()).toBe(1);
    await patch(shelf, { name: 'Another' });
    await allHeard(app);
    expect(await cost()).toBe(1);
  });

  it('are kept for each way of asking', async () => {
    const ways = ['', '?exclude=content', '?exclude=content&exclude=summary', '?exclude=content,summary'];
    const keysOf = async (way: string, host = 'one.example.org') => {
      const { body } = await as()
        .get(`${path(wells)}${way}`)
        .set('Host', host)
        .expect(200);
      return [Object.keys(body as object).join(), (body as { url: string }).url];
    };
    const first = await Promise.all(ways.map((way) => keysOf(way)));
    expect(new Set(first.map(([keys]) => keys)).size).toBe(4);
    expect(await Promise.all(ways.map((way) => keysOf(way)))).toEqual(first);
    expect((await keysOf('', 'two.example.org'))[1]).toBe(`http://two.example.org${path(wells)}`);
  });

  it('are sent to nobody who has them: 304, until they change', async () => {
    const { headers } = await as().get(path(wells)).expect(200);
    const again = () => as().get(path(wells)).set('If-None-Match', headers['etag']!);
    await again().expect(304, '');
    await submit(app, wells.uid);
    await again().expect(200);
  });
});
