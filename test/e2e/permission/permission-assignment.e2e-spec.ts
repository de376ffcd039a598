import { grant, makeAsset } from '../../factories/asset.factory';
import { startApp, type TestApp } from '../../support/app';
import { assign, held, list, path } from './assignments';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'ann', 'bob', 'manager', 'retired']) await app.addUser(username);
  await app.rows(`UPDATE app_user SET is_active = false WHERE username = 'retired'`);
});
afterAll(() => app.stop());

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
  ])('grants %s with all it implies and returns the requested one', async (codename, all) => {
    const { uid } = await makeAsset(app);
    const { body, headers } = await assign(app, uid, 'ann', codename).expect(201);
    expect(headers['content-type']).toBe('application/json');
    expect(body).toEqual({
      url: expect.stringMatching(new RegExp(`^${app.origin}${path(uid)}p\\w{21}/$`)),
      user: `${app.origin}/api/v2/users/ann/`,
      permission: `${app.origin}/api/v2/permissions/${codename}/`,
      label: expect.any(String),
    });
    expect(await held(app, uid, 'ann')).toEqual(all);
    expect(
      (
        await app
          .as('owner')
          .get(new URL(body.url as string).pathname)
          .expect(200)
      ).body,
    ).toEqual(body);
    const again = await assign(app, uid, 'ann', codename).expect(201);
    expect(again.body).toEqual(body);
    expect(await held(app, uid, 'ann')).toEqual(all);
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
  ])('accepts links with %s', async (_, sent) => {
    const { uid } = await makeAsset(app);
    await app.as('owner').post(path(uid)).send(sent).expect(201);
    await app.as('owner').post(path(uid)).type('form').send(sent).expect(201);
    await app.as('owner').post(path(uid).replace(/\/$/, '.json')).send(sent).expect(201);
    expect(await held(app, uid, 'ann')).toEqual(['view_asset']);
  });

  it.each(['view_asset', 'discover_asset', 'add_submissions', 'view_submissions'])(
    'grants AnonymousUser %s',
    async (codename) => {
      const { uid } = await makeAsset(app);
      await assign(app, uid, 'AnonymousUser', codename).expect(201);
      expect(await held(app, uid, 'AnonymousUser')).toContain(codename);
    },
  );

  it.each([
    'change_asset',
    'manage_asset',
    'change_submissions',
    'delete_submissions',
    'validate_submissions',
  ])('never grants AnonymousUser %s (400)', async (codename) => {
    const { uid } = await makeAsset(app);
    const { body } = await assign(app, uid, 'AnonymousUser', codename).expect(400);
    expect(body).toEqual({ permission: [`Anonymous users cannot be granted the permission ${codename}.`] });
    expect(await held(app, uid, 'AnonymousUser')).toEqual([]);
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
    ['a user that is not a link', { user: 'ann' }, { user: ['Invalid hyperlink - No URL match.'] }],
    [
      'a link to another resource',
      { user: '/api/v2/assets/ann/' },
      { user: ['Invalid hyperlink - No URL match.'] },
    ],
    [
      'a user with percent-garbage',
      { user: '/api/v2/users/%E0%A4%A/' },
      { user: ['Invalid hyperlink - No URL match.'] },
    ],
    ['no user', { user: undefined }, { user: ['This field is required.'] }],
    ['a user that is null', { user: null }, { user: ['This field may not be null.'] }],
    [
      'a user that is not text',
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
      'a partial permission without filters',
      { permission: '/api/v2/permissions/partial_submissions/' },
      { partial_permissions: ["This field is required for the 'partial_submissions' permission"] },
    ],
    [
      'row filters of another permission',
      {
        permission: '/api/v2/permissions/view_submissions/',
        partial_permissions: [
          { url: '/api/v2/permissions/view_submissions/', filters: [{ district: 'north' }] },
        ],
      },
      {
        partial_permissions: [
          'Row filters belong to the permission `partial_submissions` alone. Assign that one, or leave them out.',
        ],
      },
    ],
  ])('returns 400 for %s', async (_, sent, refusal) => {
    const { uid } = await makeAsset(app);
    const before = await list(app, uid);
    const usual = { user: '/api/v2/users/ann/', permission: '/api/v2/permissions/view_asset/' };
    const { body } = await app
      .as('owner')
      .post(path(uid))
      .send({ ...usual, ...sent })
      .expect(400);
    expect(body).toEqual(refusal);
    expect(await list(app, uid)).toEqual(before);
  });

  it.each(['template', 'block', 'question', 'collection'])(
    'accepts permissions on submissions for surveys only, not for a %s (400)',
    async (asset_type) => {
      const { uid } = await makeAsset(app, { asset_type, content: {} });
      const { body } = await assign(app, uid, 'ann', 'view_submissions').expect(400);
      expect(body).toEqual({
        permission: ['view_submissions cannot be assigned explicitly to Asset objects of this type.'],
      });
      await assign(app, uid, 'ann', 'manage_asset').expect(201);
      expect(await held(app, uid, 'ann')).toEqual([
        'change_asset',
        'discover_asset',
        'manage_asset',
        'view_asset',
      ]);
    },
  );

  it('grants once for concurrent requests', async () => {
    const { uid } = await makeAsset(app);
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => assign(app, uid, 'ann', 'manage_asset')),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
    expect(new Set(responses.map(({ body }) => body.url as string)).size).toBe(1);
  });

  it('lets a manager grant, but not to the owner', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'manager', ['manage_asset']);
    await assign(app, uid, 'bob', 'change_asset', 'manager').expect(201);
    await assign(app, uid, 'owner', 'view_asset', 'manager').expect(400);
  });
});

describe('DELETE permission-assignments/<uid>/', () => {
  const remove = async (uid: string, username: string, codename: string, by = 'owner') => {
    const found = (await list(app, uid)).find(
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
  ])('revokes %s with all permissions that imply it', async (codename, remaining) => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'ann', ['manage_asset']);
    const response = await remove(uid, 'ann', codename);
    expect([response.status, response.text]).toEqual([204, '']);
    expect(await held(app, uid, 'ann')).toEqual(remaining);
    await app
      .as('owner')
      .delete(new URL(`${app.origin}${path(uid)}pnone/`).pathname)
      .expect(404);
  });

  it('lets users revoke their own, but never those of the owner (409)', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'ann', ['view_submissions']);
    await grant(app, uid, 'manager', ['manage_asset']);
    expect((await remove(uid, 'ann', 'view_submissions', 'ann')).status).toBe(204);
    expect(await held(app, uid, 'ann')).toEqual(['view_asset']);
    for (const caller of ['owner', 'manager']) {
      const refused = await remove(uid, 'owner', 'view_asset', caller);
      expect([refused.status, refused.body]).toEqual([
        409,
        { detail: "Owner's permissions cannot be deleted" },
      ]);
    }
    const refused = await remove(uid, 'owner', 'view_asset', 'ann');
    expect(refused.status).toBe(403);
  });

  it('returns 404 the second time', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'ann', ['view_asset']);
    const { url } = (await list(app, uid)).find(({ user }) => user.endsWith('/ann/'))!;
    await app.as('owner').delete(new URL(url).pathname).expect(204);
    await app.as('owner').delete(new URL(url).pathname).expect(404);
  });
});
