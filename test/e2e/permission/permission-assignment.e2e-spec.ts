import { grant, grantPartially, makeAsset, partialAssignment } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'ann', 'bob', 'manager', 'retired']) await app.addUser(username);
  await app.rows(`UPDATE app_user SET is_active = false WHERE username = 'retired'`);
});
afterAll(() => app.stop());

const path = (uid: string): string => `/api/v2/assets/${uid}/permission-assignments/`;

function assign(uid: string, username: string, codename: string, by = 'owner') {
  return app
    .as(by)
    .post(path(uid))
    .send({
      user: `${app.origin}/api/v2/users/${username}/`,
      permission: `${app.origin}/api/v2/permissions/${codename}/`,
    });
}

interface Assignment {
  url: string;
  user: string;
  permission: string;
  label: string;
}

async function list(uid: string, who = 'owner'): Promise<Assignment[]> {
  return (await app.as(who).get(path(uid)).expect(200)).body as Assignment[];
}

async function held(uid: string, username: string): Promise<string[]> {
  return (await list(uid))
    .filter(({ user }) => user === `${app.origin}/api/v2/users/${username}/`)
    .map(({ permission }) => permission.split('/').at(-2)!);
}

describe('POST permission-assignments/', () => {
  it.each([
    ['add_submissions', ['add_submissions']],
    ['view_asset', ['view_asset']],
    ['change_asset', ['change_asset', 'view_asset']],
    ['discover_asset', ['discover_asset', 'view_asset']],
    ['view_submissions', ['view_asset', 'view_submissions']],
    ['change_submissions', ['add_submissions', 'change_submissions', 'view_asset', 'view_submissions']],
    ['delete_submissions', ['delete_submissions', 'view_asset', 'view_submissions']],
    ['validate_submissions', ['validate_submissions', 'view_asset', 'view_submissions']],
    [
      'manage_asset',
      [
        'add_submissions',
        'change_asset',
        'change_submissions',
        'delete_submissions',
        'discover_asset',
        'manage_asset',
        'validate_submissions',
        'view_asset',
        'view_submissions',
      ],
    ],
  ])('grants %s with all it implies, and answers the one that was asked for', async (codename, all) => {
    const { uid } = await makeAsset(app);
    const { body, headers } = await assign(uid, 'ann', codename).expect(201);
    expect(headers['content-type']).toBe('application/json');
    expect(body).toEqual({
      url: expect.stringMatching(new RegExp(`^${app.origin}${path(uid)}p\\w{21}/$`)),
      user: `${app.origin}/api/v2/users/ann/`,
      permission: `${app.origin}/api/v2/permissions/${codename}/`,
      label: expect.any(String),
    });
    expect(await held(uid, 'ann')).toEqual(all);
    expect(
      (
        await app
          .as('owner')
          .get(new URL(body.url as string).pathname)
          .expect(200)
      ).body,
    ).toEqual(body);
    const again = await assign(uid, 'ann', codename).expect(201);
    expect(again.body).toEqual(body);
    expect(await held(uid, 'ann')).toEqual(all);
  });

  it.each([
    ['path only', { user: '/api/v2/users/ann/', permission: '/api/v2/permissions/view_asset/' }],
    [
      'another host',
      {
        user: 'https://other.example/api/v2/users/ann/',
        permission: 'http://x/api/v2/permissions/view_asset/',
      },
    ],
    ['no closing slash', { user: '/api/v2/users/ann', permission: '/api/v2/permissions/view_asset' }],
    ['suffixes', { user: '/api/v2/users/ann.json', permission: '/api/v2/permissions/view_asset.json' }],
  ])('takes links with %s', async (_, sent) => {
    const { uid } = await makeAsset(app);
    await app.as('owner').post(path(uid)).send(sent).expect(201);
    await app.as('owner').post(path(uid)).type('form').send(sent).expect(201);
    await app.as('owner').post(path(uid).replace(/\/$/, '.json')).send(sent).expect(201);
    expect(await held(uid, 'ann')).toEqual(['view_asset']);
  });

  it.each(['view_asset', 'discover_asset', 'add_submissions', 'view_submissions'])(
    'lets AnonymousUser hold %s',
    async (codename) => {
      const { uid } = await makeAsset(app);
      await assign(uid, 'AnonymousUser', codename).expect(201);
      expect(await held(uid, 'AnonymousUser')).toContain(codename);
    },
  );

  it.each([
    'change_asset',
    'manage_asset',
    'change_submissions',
    'delete_submissions',
    'validate_submissions',
  ])('lets AnonymousUser never hold %s (400)', async (codename) => {
    const { uid } = await makeAsset(app);
    const { body } = await assign(uid, 'AnonymousUser', codename).expect(400);
    expect(body).toEqual({ permission: [`Anonymous users cannot be granted the permission ${codename}.`] });
    expect(await held(uid, 'AnonymousUser')).toEqual([]);
  });

  it.each([
    [
      'an unknown user',
      { user: '/api/v2/users/nobody/' },
      { user: ['Invalid hyperlink - Object does not exist.'] },
    ],
    [
      'an inactive user',
      { user: '/api/v2/users/retired/' },
      { user: ['Invalid hyperlink - Object does not exist.'] },
    ],
    ['a user that is no link', { user: 'ann' }, { user: ['Invalid hyperlink - No URL match.'] }],
    [
      'a link to something else',
      { user: '/api/v2/assets/ann/' },
      { user: ['Invalid hyperlink - No URL match.'] },
    ],
    [
      'a user with percent-garbage',
      { user: '/api/v2/users/%E0%A4%A/' },
      { user: ['Invalid hyperlink - No URL match.'] },
    ],
    ['no user', { user: undefined }, { user: ['This field is required.'] }],
    ['null for the user', { user: null }, { user: ['This field may not be null.'] }],
    [
      'a user that is no text',
      { user: { name: 'ann' } },
      { user: ['Incorrect type. Expected URL string, received dict.'] },
    ],
    ['no permission', { permission: undefined }, { permission: ['This field is required.'] }],
    [
      'an unknown permission',
      { permission: '/api/v2/permissions/rule_asset/' },
      { permission: ['Invalid hyperlink - Object does not exist.'] },
    ],
    [
      'a permission by its codename',
      { permission: 'view_asset' },
      { permission: ['Invalid hyperlink - No URL match.'] },
    ],
    [
      'the owner',
      { user: '/api/v2/users/owner/' },
      { user: ["Owner's permissions cannot be assigned explicitly"] },
    ],
    [
      'partial rights without a filter',
      { permission: '/api/v2/permissions/partial_submissions/' },
      { partial_permissions: ["This field is required for the 'partial_submissions' permission"] },
    ],
  ])('refuses %s (400)', async (_, sent, refusal) => {
    const { uid } = await makeAsset(app);
    const before = await list(uid);
    const usual = { user: '/api/v2/users/ann/', permission: '/api/v2/permissions/view_asset/' };
    const { body } = await app
      .as('owner')
      .post(path(uid))
      .send({ ...usual, ...sent })
      .expect(400);
    expect(body).toEqual(refusal);
    expect(await list(uid)).toEqual(before);
  });

  it.each(['template', 'block', 'question', 'collection'])(
    'knows permissions on submissions for surveys only, not for a %s (400)',
    async (asset_type) => {
      const { uid } = await makeAsset(app, { asset_type, content: {} });
      const { body } = await assign(uid, 'ann', 'view_submissions').expect(400);
      expect(body).toEqual({
        permission: ['view_submissions cannot be assigned explicitly to Asset objects of this type.'],
      });
      await assign(uid, 'ann', 'manage_asset').expect(201);
      expect(await held(uid, 'ann')).toEqual([
        'change_asset',
        'discover_asset',
        'manage_asset',
        'view_asset',
      ]);
    },
  );

  it('grants once when the same is granted many times at the same moment', async () => {
    const { uid } = await makeAsset(app);
    const answers = await Promise.all(Array.from({ length: 8 }, () => assign(uid, 'ann', 'manage_asset')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
    expect(new Set(answers.map(({ body }) => body.url as string)).size).toBe(1);
  });

  it('lets a manager grant, but not to the owner', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'manager', ['manage_asset']);
    await assign(uid, 'bob', 'change_asset', 'manager').expect(201);
    await assign(uid, 'owner', 'view_asset', 'manager').expect(400);
  });
});

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

  it('is granted with what its grants imply, and shows them', async () => {
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
    expect(await held(uid, 'ann')).toEqual(['add_submissions', 'partial_submissions', 'view_asset']);
    expect(await list(uid)).toContainEqual(body);
    const asset = await app.as('ann').get(`/api/v2/assets/${uid}/`).expect(200);
    expect(asset.body.permissions).toContainEqual(body);
    expect(asset.body.deployment__submission_count).toBe(0);
    const { body: assets } = await app.as('ann').get('/api/v2/assets/').expect(200);
    expect(assets.results).toContainEqual(expect.objectContaining({ uid }));
  });

  it('takes new filters in the place of the old ones, and keeps its uid', async () => {
    const { uid } = await makeAsset(app);
    const first = await send(uid, [inside('view_submissions', [north])]).expect(201);
    const second = await send(uid, JSON.stringify([inside('validate_submissions', [south])])).expect(201);
    expect(second.body).toEqual({
      ...first.body,
      partial_permissions: [shown('view_submissions', [south]), shown('validate_submissions', [south])],
    });
  });

  it.each(['view_submissions', 'delete_submissions', 'manage_asset'])(
    'is driven out by %s and drives it out',
    async (codename) => {
      const { uid } = await makeAsset(app);
      await grantPartially(app, uid, 'ann', { view_submissions: [north] });
      await assign(uid, 'ann', codename).expect(201);
      expect(await held(uid, 'ann')).not.toContain('partial_submissions');
      await grantPartially(app, uid, 'ann', { view_submissions: [north] });
      expect(await held(uid, 'ann')).not.toContain(codename);
    },
  );

  it('is nothing for AnonymousUser (400)', async () => {
    const { uid } = await makeAsset(app);
    const sent = partialAssignment('AnonymousUser', { view_submissions: [north] });
    const { body } = await app.as('owner').post(path(uid)).send(sent).expect(400);
    expect(body).toEqual({
      permission: ['Anonymous users cannot be granted the permission partial_submissions.'],
    });
  });

  const required = ["This field is required for the 'partial_submissions' permission"];
  it.each<[why: string, sent: unknown, sentences: unknown]>([
    ['nothing', undefined, required],
    ['null', null, required],
    ['an empty list', [], required],
    ['a word', 'x', ['Send a list of objects with `url` and `filters`.']],
    ['an object', inside('view_submissions', [north]), ['Send a list of objects with `url` and `filters`.']],
    ['an entry that is none', ['view_submissions'], ['Invalid `url`']],
    ['no url', [{ filters: [north] }], ['Invalid `url`']],
    ['a url of something else', [{ url: '/nonsense/', filters: [north] }], ['Invalid `url`']],
    ['an unknown permission', [inside('rule_submissions', [north])], ['Invalid `url`']],
    ['a permission on the asset', [inside('view_asset', [north])], ['Invalid `url`']],
    ['itself inside', [inside('partial_submissions', [north])], ['Invalid `url`']],
    ['no filters', [inside('view_submissions', undefined)], ['Invalid `filters`']],
    ['an empty filter', [inside('view_submissions', [])], ['Invalid `filters`']],
    ['a filter that is no list', [inside('view_submissions', north)], ['Invalid `filters`']],
    ['a condition that is no object', [inside('view_submissions', ['north'])], ['Invalid `filters`']],
    [
      'an operator that there is not',
      [inside('view_submissions', [{ district: { $nonsense: 1 } }])],
      [expect.stringMatching(/^Invalid `filters`: .*\$nonsense is no operator\.$/)],
    ],
    [
      'more conditions than are taken',
      [
        inside(
          'view_submissions',
          Array.from({ length: 300 }, (_, district) => ({ district })),
        ),
      ],
      [expect.stringMatching(/^Invalid `filters`: .*conditions/)],
    ],
    [
      'text that can not be kept',
      [inside('view_submissions', [{ 'dis\u0000trict': 'north' }])],
      [expect.stringContaining('NUL')],
    ],
  ])('refuses %s (400) and changes nothing', async (_, sent, sentences) => {
    const { uid } = await makeAsset(app);
    const before = await list(uid);
    const { body } = await send(uid, sent).expect(400);
    expect(body).toEqual({ partial_permissions: sentences });
    expect(await list(uid)).toEqual(before);
  });
});

describe('GET permission-assignments/', () => {
  it('is a bare array sorted by user and codename, as far as the caller may know', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'ann', ['change_asset']);
    await grant(app, uid, 'bob', ['view_asset']);
    await grant(app, uid, ANONYMOUS, ['view_asset']);
    await grant(app, uid, 'manager', ['manage_asset']);
    const users = async (who: string): Promise<string[]> => [
      ...new Set((await list(uid, who)).map(({ user }) => user.split('/').at(-2)!)),
    ];
    expect(await users('owner')).toEqual(['AnonymousUser', 'ann', 'bob', 'manager', 'owner'].sort());
    expect(await users('manager')).toEqual(await users('owner'));
    expect((await users('ann')).sort()).toEqual(['AnonymousUser', 'ann', 'owner']);
    expect((await users(ANONYMOUS)).sort()).toEqual(['AnonymousUser', 'owner']);
    const codenames = (await held(uid, 'manager')).slice();
    expect(codenames).toEqual([...codenames].sort());
    const { body } = await app.as('ann').get(`/api/v2/assets/${uid}/`).expect(200);
    expect(body.permissions).toEqual(await list(uid, 'ann'));
  });
});

describe('DELETE permission-assignments/<uid>/', () => {
  const remove = async (uid: string, username: string, codename: string, by = 'owner') => {
    const found = (await list(uid)).find(
      ({ user, permission }) => user.endsWith(`/${username}/`) && permission.endsWith(`/${codename}/`),
    )!;
    return app.as(by).delete(new URL(found.url).pathname);
  };

  it.each([
    ['view_asset', ['add_submissions']],
    ['view_submissions', ['add_submissions', 'change_asset', 'discover_asset', 'view_asset']],
    [
      'manage_asset',
      [
        'add_submissions',
        'change_asset',
        'change_submissions',
        'delete_submissions',
        'discover_asset',
        'validate_submissions',
        'view_asset',
        'view_submissions',
      ],
    ],
  ])('takes %s away with all that implies it', async (codename, left) => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'ann', ['manage_asset']);
    const answer = await remove(uid, 'ann', codename);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await held(uid, 'ann')).toEqual(left);
    await app
      .as('owner')
      .delete(new URL(`${app.origin}${path(uid)}pnone/`).pathname)
      .expect(404);
  });

  it('lets everybody give up their own, and nobody take the owner’s (409)', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'ann', ['view_submissions']);
    await grant(app, uid, 'manager', ['manage_asset']);
    expect((await remove(uid, 'ann', 'view_submissions', 'ann')).status).toBe(204);
    expect(await held(uid, 'ann')).toEqual(['view_asset']);
    for (const who of ['owner', 'manager']) {
      const refused = await remove(uid, 'owner', 'view_asset', who);
      expect([refused.status, refused.body]).toEqual([
        409,
        { detail: "Owner's permissions cannot be deleted" },
      ]);
    }
    const refused = await remove(uid, 'owner', 'view_asset', 'ann');
    expect(refused.status).toBe(403);
  });

  it('says 404 the second time', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'ann', ['view_asset']);
    const { url } = (await list(uid)).find(({ user }) => user.endsWith('/ann/'))!;
    await app.as('owner').delete(new URL(url).pathname).expect(204);
    await app.as('owner').delete(new URL(url).pathname).expect(404);
  });
});
