import { grant, grantPartially, makeAsset, partialAssignment } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { assign, held, list, path } from './assignments';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'ann', 'bob', 'manager', 'retired']) await app.addUser(username);
  await app.rows(`UPDATE app_user SET is_active = false WHERE username = 'retired'`);
});
afterAll(() => app.stop());

describe('partial_submissions', () => {
  const north = { district: 'north' };
  const south = { district: 'south' };
  const send = (uid: string, partial_permissions: unknown) =>
    app
      .as('owner')
      .post(path(uid))
      .send({ ...partialAssignment('ann', {}), partial_permissions });
  const inside = (codename: string, filters: unknown) => ({
    url: `/api/v2/permissions/${codename}/`,
    filters,
  });
  const shown = (codename: string, filters: unknown) => ({
    url: `${app.origin}/api/v2/permissions/${codename}/`,
    filters,
  });

  it('is granted with implied permissions and returns them', async () => {
    const { uid } = await makeAsset(app);
    const { body } = await send(uid, [
      inside('view_submissions', [south]),
      inside('change_submissions', [north]),
    ]).expect(201);
    expect(body).toEqual({
      url: expect.stringContaining(path(uid)),
      user: `${app.origin}/api/v2/users/ann/`,
      permission: `${app.origin}/api/v2/permissions/partial_submissions/`,
      partial_permissions: [
        shown('add_submissions', [north]),
        shown('view_submissions', [south, north]),
        shown('change_submissions', [north]),
      ],
      label: expect.objectContaining({ default: 'Act on submissions only from specific users' }),
    });
    expect(await held(app, uid, 'ann')).toEqual(['add_submissions', 'partial_submissions', 'view_asset']);
    expect(await list(app, uid)).toContainEqual(body);
    const asset = await app.as('ann').get(`/api/v2/assets/${uid}/`).expect(200);
    expect(asset.body.permissions).toContainEqual(body);
    expect(asset.body.deployment__submission_count).toBe(0);
    const { body: assets } = await app.as('ann').get('/api/v2/assets/').expect(200);
    expect(assets.results).toContainEqual(expect.objectContaining({ uid }));
  });

  it('replaces its filters and keeps its uid', async () => {
    const { uid } = await makeAsset(app);
    const first = await send(uid, [inside('view_submissions', [north])]).expect(201);
    const second = await send(uid, JSON.stringify([inside('validate_submissions', [south])])).expect(201);
    expect(second.body).toEqual({
      ...first.body,
      partial_permissions: [shown('view_submissions', [south]), shown('validate_submissions', [south])],
    });
  });

  it.each(['view_submissions', 'delete_submissions', 'manage_asset'])(
    'is replaced by %s and replaces it',
    async (codename) => {
      const { uid } = await makeAsset(app);
      await grantPartially(app, uid, 'ann', { view_submissions: [north] });
      await assign(app, uid, 'ann', codename).expect(201);
      expect(await held(app, uid, 'ann')).not.toContain('partial_submissions');
      await grantPartially(app, uid, 'ann', { view_submissions: [north] });
      expect(await held(app, uid, 'ann')).not.toContain(codename);
    },
  );

  it('is not available for AnonymousUser (400)', async () => {
    const { uid } = await makeAsset(app);
    const sent = partialAssignment('AnonymousUser', { view_submissions: [north] });
    const { body } = await app.as('owner').post(path(uid)).send(sent).expect(400);
    expect(body).toEqual({
      permission: ['Anonymous users cannot be granted the permission partial_submissions.'],
    });
  });

  const required = ["This field is required for the 'partial_submissions' permission"];
  it.each<[why: string, sent: unknown, messages: unknown]>([
    ['nothing', undefined, required],
    ['null', null, required],
    ['an empty list', [], required],
    ['a word', 'x', ['Send a list of objects with `url` and `filters`.']],
    ['an object', inside('view_submissions', [north]), ['Send a list of objects with `url` and `filters`.']],
    ['an invalid entry', ['view_submissions'], ['Invalid `url`']],
    ['no url', [{ filters: [north] }], ['Invalid `url`']],
    ['a url of another resource', [{ url: '/nonsense/', filters: [north] }], ['Invalid `url`']],
    ['an unknown permission', [inside('rule_submissions', [north])], ['Invalid `url`']],
    ['a permission on the asset', [inside('view_asset', [north])], ['Invalid `url`']],
    ['itself as a nested permission', [inside('partial_submissions', [north])], ['Invalid `url`']],
    ['no filters', [inside('view_submissions', undefined)], ['Invalid `filters`']],
    ['an empty filter', [inside('view_submissions', [])], ['Invalid `filters`']],
    ['a filter that is not a list', [inside('view_submissions', north)], ['Invalid `filters`']],
    ['a condition that is not an object', [inside('view_submissions', ['north'])], ['Invalid `filters`']],
    [
      'an unknown operator',
      [inside('view_submissions', [{ district: { $nonsense: 1 } }])],
      [expect.stringMatching(/^Invalid `filters`: .*\$nonsense is not an operator\.$/)],
    ],
    [
      'too many conditions',
      [
        inside(
          'view_submissions',
          Array.from({ length: 300 }, (_, district) => ({ district })),
        ),
      ],
      [expect.stringMatching(/^Invalid `filters`: .*conditions/)],
    ],
    [
      'text that can’t be stored',
      [inside('view_submissions', [{ 'dis\u0000trict': 'north' }])],
      [expect.stringContaining('NUL')],
    ],
  ])('returns 400 for %s and changes nothing', async (_, sent, messages) => {
    const { uid } = await makeAsset(app);
    const before = await list(app, uid);
    const { body } = await send(uid, sent).expect(400);
    expect(body).toEqual({ partial_permissions: messages });
    expect(await list(app, uid)).toEqual(before);
  });
});

describe('GET permission-assignments/', () => {
  it('returns an array sorted by user and codename, limited to what the caller may see', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'ann', ['change_asset']);
    await grant(app, uid, 'bob', ['view_asset']);
    await grant(app, uid, ANONYMOUS, ['view_asset']);
    await grant(app, uid, 'manager', ['manage_asset']);
    const users = async (caller: string): Promise<string[]> => [
      ...new Set((await list(app, uid, caller)).map(({ user }) => user.split('/').at(-2)!)),
    ];
    expect(await users('owner')).toEqual(['AnonymousUser', 'ann', 'bob', 'manager', 'owner'].sort());
    expect(await users('manager')).toEqual(await users('owner'));
    expect((await users('ann')).sort()).toEqual(['AnonymousUser', 'ann', 'owner']);
    expect((await users(ANONYMOUS)).sort()).toEqual(['AnonymousUser', 'owner']);
    const codenames = (await held(app, uid, 'manager')).slice();
    expect(codenames).toEqual([...codenames].sort());
    const { body } = await app.as('ann').get(`/api/v2/assets/${uid}/`).expect(200);
    expect(body.permissions).toEqual(await list(app, uid, 'ann'));
  });
});
