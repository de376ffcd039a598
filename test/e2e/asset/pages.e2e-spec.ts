import { grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'viewer', 'stranger', 'lister', 'pager']) await app.addUser(username);
});
afterAll(() => app.stop());

const api = (uid: string, below = ''): string => `/api/v2/assets/${uid}/${below}`;

describe('GET /api/v2/assets/', () => {
  it('lists the owned and granted assets and no other', async () => {
    const own = await makeAsset(app, { owner: 'lister', name: 'own' });
    const granted = await makeAsset(app, { name: 'granted' });
    await grant(app, granted.uid, 'lister', ['view_asset']);
    const open = await makeAsset(app, { name: 'open' });
    await grant(app, open.uid, ANONYMOUS, ['view_asset']);
    const submitting = await makeDeployedAsset(app, { name: 'submit only' });
    await grant(app, submitting.uid, 'lister', ['add_submissions']);
    const { body } = await app.as('lister').get('/api/v2/assets/').expect(200);
    expect(body.results.map(({ uid }: { uid: string }) => uid).sort()).toEqual([own.uid, granted.uid].sort());
    expect(body.count).toBe(2);
  });

  it('lists public assets to an anonymous caller, with the owner’s permissions only', async () => {
    const { uid } = await makeAsset(app, { name: 'public' });
    await grant(app, uid, ANONYMOUS, ['view_asset']);
    const hidden = await makeAsset(app);
    const { body } = await app.as(ANONYMOUS).get('/api/v2/assets/?limit=1000').expect(200);
    const uids = body.results.map((asset: { uid: string }) => asset.uid);
    expect(uids).toContain(uid);
    expect(uids).not.toContain(hidden.uid);
    const listed = body.results.find((asset: { uid: string }) => asset.uid === uid);
    expect(new Set(listed.permissions.map(({ user }: { user: string }) => user))).toEqual(
      new Set([`${app.origin}/api/v2/users/owner/`]),
    );
  });

  it('orders deployed assets before drafts and archived ones, the newest first', async () => {
    await app.addUser('sorter');
    const owner = 'sorter';
    const template = await makeAsset(app, { owner, asset_type: 'template' });
    const archived = await makeDeployedAsset(app, { owner, active: false });
    const draft = await makeAsset(app, { owner });
    const deployed = await makeDeployedAsset(app, { owner });
    const newer = await makeDeployedAsset(app, { owner });
    const { body } = await app.as(owner).get('/api/v2/assets/').expect(200);
    expect(body.results.map(({ uid }: { uid: string }) => uid)).toEqual([
      newer.uid,
      deployed.uid,
      draft.uid,
      archived.uid,
      template.uid,
    ]);
    expect(body.results.map((asset: Record<string, unknown>) => asset['deployment_status'])).toEqual([
      'deployed',
      'deployed',
      'draft',
      'archived',
      '-',
    ]);
    const filtered = await app.as(owner).get('/api/v2/assets/?asset_type=template').expect(200);
    expect(filtered.body).toMatchObject({ count: 1, results: [{ uid: template.uid }] });
  });

  describe('in pages', () => {
    beforeAll(async () => {
      for (let index = 0; index < 7; index += 1) await makeAsset(app, { owner: 'pager', content: {} });
    });

    it.each([
      '/api/v2/assets/',
      '/api/v2/assets',
      '/api/v2/assets.json',
      '/api/v2/assets.json/',
      '/api/v2/assets/?format=json',
    ])('follows next and previous from %s to the end and back', async (path) => {
      const all = await app.as('pager').get(path).expect(200);
      const expected = all.body.results.map(({ uid }: { uid: string }) => uid);
      const pages: string[][] = [];
      let link: string | null = `${app.origin}${path}${path.includes('?') ? '&' : '?'}limit=3`;
      let last = '';
      while (link !== null) {
        const { pathname, search, origin } = new URL(link);
        expect(origin).toBe(app.origin);
        const { body } = await app.as('pager').get(`${pathname}${search}`).expect(200);
        expect(body.count).toBe(7);
        pages.push(body.results.map(({ uid }: { uid: string }) => uid));
        last = link;
        link = body.next as string | null;
      }
      expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
      expect(pages.flat()).toEqual(expected);
      let steps = 0;
      for (link = last; link !== null; steps += 1) {
        const { pathname, search } = new URL(link);
        link = (await app.as('pager').get(`${pathname}${search}`).expect(200)).body.previous as string | null;
      }
      expect(steps).toBe(3);
    });

    it.each([
      ['limit=0', 7],
      ['limit=-1', 7],
      ['limit=many', 7],
      ['limit=2', 2],
      ['limit=2&start=6', 1],
      ['limit=2&offset=6', 1],
      ['limit=3&start=4&offset=0', 3],
      ['start=x', 7],
      ['start=7', 0],
      ['start=999999999999', 0],
      ['page=2&page_size=5', 2],
      ['page=zero', 7],
      ['limit=2000', 7],
      ['limit=2&limit=3', 3],
      ['limit[a]=2', 7],
      ['unknown=1&asset_type=survey', 7],
      ['asset_type=nonsense', 0],
      ['asset_type=%00', 0],
    ])('reads ?%s as a page of %i assets', async (query, size) => {
      const { status, body } = await app.as('pager').get(`/api/v2/assets/?${query}`);
      if (status === 400) expect(query).toContain('%00');
      else expect([status, body.results.length]).toEqual([200, size]);
    });

    it('accepts parameters that ask for the default', async () => {
      const query = 'ordering=&collections_first=false&metadata=off&current_user_permissions_only=false';
      const { body } = await app.as('pager').get(`/api/v2/assets/?${query}`).expect(200);
      expect(body.results).toHaveLength(7);
    });

    it('keeps other parameters in next', async () => {
      const { body } = await app
        .as('pager')
        .get('/api/v2/assets/?asset_type=survey&limit=2&format=json')
        .expect(200);
      const { searchParams } = new URL(body.next as string);
      expect(Object.fromEntries(searchParams)).toEqual({
        asset_type: 'survey',
        limit: '2',
        format: 'json',
        start: '2',
      });
    });
  });

  it('keeps a suffix in every link of the response', async () => {
    const { uid } = await makeDeployedAsset(app);
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}.json`).expect(200);
    expect(body).toMatchObject({
      url: `${app.origin}/api/v2/assets/${uid}.json`,
      owner: `${app.origin}/api/v2/users/owner.json`,
      data: `${app.origin}/api/v2/assets/${uid}/data.json`,
    });
    expect(body.downloads).toEqual([
      { format: 'xls', url: `${app.origin}/api/v2/assets/${uid}.xls` },
      { format: 'xml', url: `${app.origin}/api/v2/assets/${uid}.xml` },
    ]);
  });
});

describe('deployment__* and the data', () => {
  it('match the data for its viewers and reveal nothing to other callers', async () => {
    const { uid } = await makeDeployedAsset(app);
    for (let sent = 1; sent <= 3; sent += 1) {
      await submit(app, uid);
      const { body } = await app.as('owner').get(api(uid)).expect(200);
      expect(body.deployment__submission_count).toBe(sent);
    }
    const { body } = await app.as('owner').get(api(uid)).expect(200);
    const last = await app.as('owner').get(api(uid, 'data/?sort={"_id":-1}&limit=1')).expect(200);
    expect((body.deployment__last_submission_time as string).slice(0, 19)).toBe(
      last.body.results[0]._submission_time,
    );
    await grant(app, uid, 'viewer', ['view_asset']);
    const seen = await app.as('viewer').get(api(uid)).expect(200);
    expect(seen.body).toMatchObject({
      deployment__submission_count: null,
      deployment__last_submission_time: null,
    });
    const listed = await app.as('viewer').get('/api/v2/assets/?limit=1000').expect(200);
    expect(
      listed.body.results.find((each: { uid: string }) => each.uid === uid).deployment__submission_count,
    ).toBeNull();
  });
});
